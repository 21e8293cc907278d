import type { listQueue } from '@spawnpoint/contracts/tickets'
import { readPage } from '@spawnpoint/sdk/list/server'
import type { HandlerInput } from '@spawnpoint/sdk/server'
import { and, eq, gt, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { readSearchWords, type SearchWords } from './search-words.ts'
import { ticket } from './tables.ts'
import { ticketColumns } from './ticket-queries.ts'
import type { TicketUses } from './ticket-uses.ts'

type Query = HandlerInput<typeof listQueue>['query']

const sorted = { updatedAt: ticket.updatedAt, createdAt: ticket.createdAt }
const nothing = sql`false`

const ofStatus = (wanted: Query['filter']['status'] | null, now: Date): SQL | undefined => {
  if (wanted === 'any') return undefined
  if (wanted === 'snoozed') return gt(ticket.snoozedUntil, now)
  return wanted ? eq(ticket.status, wanted) : ne(ticket.status, 'closed')
}

const isSearch = ({ number, text, from }: SearchWords) => number !== null || text !== '' || from !== null

/** Snoozed tickets are left out of the queue and its filters, but not of a search for words or a person. */
const awake = (words: SearchWords, status: Query['filter']['status'] | null, now: Date) =>
  status === 'any' || status === 'snoozed' || isSearch(words)
    ? undefined
    : or(isNull(ticket.snoozedUntil), lte(ticket.snoozedUntil, now))

async function fromPerson({ users }: TicketUses, text: string): Promise<SQL> {
  const ids = await users.searchIds(text)
  return ids.length === 0 ? nothing : inArray(ticket.owner, [...ids])
}

async function inDepartment({ departments }: TicketUses, text: string): Promise<SQL> {
  const all = (await departments.get()?.list()) ?? []
  const ids = all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(({ id }) => id)
  return ids.length === 0 ? nothing : inArray(ticket.departmentId, ids)
}

// A beginning as short as this is that of too many words to look them all up in the index.
const SHORT = 2

// The last word may still be being typed: its beginning is enough.
const matching = (text: string): SQL | undefined => {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const last = words.at(-1)
  if (last === undefined || /["-]/.test(text) || !text.endsWith(last))
    return sql`${ticket.search} @@ websearch_to_tsquery('simple', ${text})`
  const whole = words.slice(0, -1).join(' ')
  const beginning = sql`to_tsquery('simple', ${`${last}:*`})`
  if (whole === '' || last.length > SHORT)
    return sql`${ticket.search} @@ (websearch_to_tsquery('simple', ${whole}) && ${beginning})`
  // An expression that no index has: the beginning is looked for in what the other words found.
  return and(
    sql`${ticket.search} @@ websearch_to_tsquery('simple', ${whole})`,
    sql`(${ticket.search} || ''::tsvector) @@ ${beginning}`,
  )
}

async function searched(uses: TicketUses, words: SearchWords): Promise<(SQL | undefined)[]> {
  return [
    words.number === null ? undefined : eq(ticket.number, words.number),
    words.text === '' ? undefined : matching(words.text),
    words.priority === null ? undefined : eq(ticket.priority, words.priority),
    words.from === null ? undefined : await fromPerson(uses, words.from),
    words.department === null ? undefined : await inDepartment(uses, words.department),
  ]
}

const assigned = (actor: string, filter: Query['filter']['assignee']) => {
  if (filter === undefined) return undefined
  return filter === 'me' ? eq(ticket.assignee, actor) : isNull(ticket.assignee)
}

/** The tickets of a search and its filters; a search for a number finds closed ones too. */
export async function whereInQueue(
  uses: TicketUses,
  actor: string,
  { search, filter }: Pick<Query, 'search' | 'filter'>,
): Promise<SQL | undefined> {
  const words = readSearchWords(search)
  const wanted = words.status ?? filter.status ?? null
  const now = uses.clock.now()
  return and(
    words.number === null ? ofStatus(wanted, now) : undefined,
    awake(words, wanted, now),
    filter.department === undefined ? undefined : eq(ticket.departmentId, filter.department),
    filter.priority === undefined ? undefined : eq(ticket.priority, filter.priority),
    assigned(actor, filter.assignee),
    ...(await searched(uses, words)),
  )
}

/** One page of all tickets. */
export async function listQueuePage(uses: TicketUses, actor: string, query: Query) {
  const { sort = 'updatedAt', order = 'desc' } = query
  const where = await whereInQueue(uses, actor, query)
  return readPage({
    ...query,
    sort,
    order,
    by: sorted[sort],
    id: ticket.id,
    read: ({ past, orderBy, limit, position }) =>
      uses.db.orm
        .select({ ...ticketColumns, ...position })
        .from(ticket)
        .where(and(where, past))
        .orderBy(...orderBy)
        .limit(limit),
  })
}
