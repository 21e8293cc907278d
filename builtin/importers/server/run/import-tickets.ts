import { ticketBounds, type ImportedMessage } from '@spawnpoint/contracts/tickets'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import type { SourceMessage, SourceTicket } from '../systems/system.ts'
import { cleanLine, cleanText } from './clean.ts'
import { inBatch, type ImportContext } from './import-context.ts'
import { findRecords, inBatches, isId, saveRecords } from './records.ts'

const BATCH = 200

const reasons = {
  id: 'the id is missing or not usable',
  owner: 'the owner was not taken over',
  off: 'the tickets plugin is off',
  ticket: 'the ticket was not taken over',
  empty: 'the message is empty',
} as const

const notes = {
  subject: 'no subject; "(no subject)" is written',
  department: 'its department is not a department here',
  long: 'the message is longer than 10,000 characters and was cut',
} as const

/** A ticket of the source that stands here, or would. */
interface TakenTicket {
  /** Null in a dry run. */
  readonly target: string | null
  readonly owner: string
}

/** Tickets taken so far by their id in the source, and departments here by their name in lower case. */
interface Desk {
  readonly taken: Map<string, TakenTicket>
  readonly departments: ReadonlyMap<string, string>
}

/** The system under whose name people without an account here are shown. */
const systemOf = ({ system }: ImportContext) => ({ id: 'importers', name: system.title })

const isTooLong = (body: string | null) =>
  Array.from((body ?? '').slice(0, 4 * ticketBounds.body)).length > ticketBounds.body

/** Keeps the tickets that can be taken and are not here yet. */
async function sift(context: ImportContext, db: Queries, batch: readonly SourceTicket[], { taken }: Desk) {
  const { uses, counters, people } = context
  const { counts, skip } = counters.kinds.ticket
  const ids = batch.map(({ id }) => id).filter(isId)
  const known = await findRecords(db, context, 'ticket', ids)
  const fresh: SourceTicket[] = []
  for (const each of batch) {
    const before = known.get(each.id)
    if (before) {
      counts.existing += 1
      taken.set(each.id, { target: before.target, owner: each.owner })
    } else if (!isId(each.id)) skip(reasons.id, each.id)
    else if (!people.has(each.owner)) skip(reasons.owner, each.id)
    else if (!uses.tickets.get()) skip(reasons.off, each.id)
    else fresh.push(each)
  }
  return fresh
}

/** A ticket and its first message as they are written here. */
function toRow({ uses, people }: ImportContext, each: SourceTicket, { departments }: Desk) {
  const createdAt = each.createdAt ?? each.updatedAt ?? uses.clock.now()
  return {
    ticket: {
      owner: people.get(each.owner) ?? '',
      departmentId: departments.get(cleanLine(each.department, 191).toLowerCase()) ?? null,
      subject: cleanLine(each.subject, ticketBounds.subject) || '(no subject)',
      priority: each.priority,
      status: each.status,
      createdAt,
      updatedAt: each.updatedAt ?? createdAt,
    },
    body: cleanText(each.body, ticketBounds.body),
    each,
  }
}

type Row = ReturnType<typeof toRow>

async function write(
  context: ImportContext,
  tx: Transaction,
  rows: readonly Row[],
): Promise<readonly string[]> {
  const tickets = context.uses.tickets.get()
  if (!tickets || rows.length === 0) return []
  const ids = await tickets.addTickets(
    tx,
    rows.map(({ ticket }) => ticket),
  )
  const opened = rows.map((row, at) => ({ ...row, id: ids[at] ?? '' }))
  await tickets.addMessages(
    tx,
    opened
      .filter(({ body }) => body !== '')
      .map(({ id, body, ticket: { owner, createdAt } }) => ({
        ticket: id,
        author: owner,
        system: systemOf(context),
        staff: false,
        body,
        createdAt,
      })),
  )
  const made = opened.map(({ each, id }) => ({ sourceId: each.id, target: id }))
  await saveRecords(tx, context, 'ticket', made)
  return ids
}

function countTicket({ counters }: ImportContext, { ticket, each }: Row) {
  const { counts, note } = counters.kinds.ticket
  counts.created += 1
  if (cleanLine(each.subject, ticketBounds.subject) === '') note(notes.subject, each.id)
  if (each.department !== null && ticket.departmentId === null) note(notes.department, each.id)
  if (isTooLong(each.body)) note(notes.long, each.id)
}

const importBatch = (context: ImportContext, batch: readonly SourceTicket[], desk: Desk) =>
  inBatch(context, async (db, tx) => {
    const fresh = await sift(context, db, batch, desk)
    const rows = fresh.map((each) => toRow(context, each, desk))
    const ids = tx ? await write(context, tx, rows) : []
    rows.forEach((row, at) => {
      desk.taken.set(row.each.id, { target: ids[at] ?? null, owner: row.each.owner })
      countTicket(context, row)
    })
  })

/** Keeps the messages that can be taken and are not here yet, as they are written here. */
async function siftMessages(
  context: ImportContext,
  db: Queries,
  batch: readonly SourceMessage[],
  { taken }: Desk,
) {
  const { uses, counters, people } = context
  const { counts, skip, note } = counters.kinds.message
  const ids = batch.map(({ id }) => id).filter(isId)
  const known = await findRecords(db, context, 'message', ids)
  const fresh: (ImportedMessage & { readonly id: string })[] = []
  for (const each of batch) {
    const ticket = taken.get(each.ticket)
    const body = cleanText(each.body, ticketBounds.body)
    if (known.has(each.id)) counts.existing += 1
    else if (!isId(each.id)) skip(reasons.id, each.id)
    else if (!ticket) skip(reasons.ticket, each.id)
    else if (body === '') skip(reasons.empty, each.id)
    else {
      counts.created += 1
      if (isTooLong(each.body)) note(notes.long, each.id)
      fresh.push({
        id: each.id,
        ticket: ticket.target ?? '',
        author: people.get(each.author) ?? null,
        system: systemOf(context),
        staff: each.author !== ticket.owner,
        body,
        createdAt: each.createdAt ?? uses.clock.now(),
      })
    }
  }
  return fresh
}

const importMessages = (context: ImportContext, batch: readonly SourceMessage[], desk: Desk) =>
  inBatch(context, async (db, tx) => {
    const fresh = await siftMessages(context, db, batch, desk)
    const tickets = context.uses.tickets.get()
    if (!tx || !tickets) return
    await tickets.addMessages(tx, fresh)
    const made = fresh.map(({ id, ticket }) => ({ sourceId: id, target: ticket }))
    await saveRecords(tx, context, 'message', made)
  })

/** Tickets first, then their messages in the order of the source. */
export async function importTickets(context: ImportContext): Promise<void> {
  const { reader, counters, uses } = context
  const departments = (await uses.departments.get()?.list()) ?? []
  const desk: Desk = {
    taken: new Map(),
    departments: new Map(departments.map(({ name, id }) => [name.toLowerCase(), id])),
  }
  for await (const batch of inBatches(reader.tickets(), BATCH)) {
    counters.kinds.ticket.counts.found += batch.length
    await importBatch(context, batch, desk)
  }
  for await (const batch of inBatches(reader.messages(), BATCH)) {
    counters.kinds.message.counts.found += batch.length
    await importMessages(context, batch, desk)
  }
}
