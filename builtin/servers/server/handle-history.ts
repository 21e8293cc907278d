import { readAnyHistory, readHistory } from '@spawnpoint/contracts/servers'
import { answer, type Queries } from '@spawnpoint/sdk/server'
import { desc, type SQL, and, eq } from 'drizzle-orm'
import { findServer, findServerOf } from './server-queries.ts'
import { serverUses } from './server-uses.ts'
import { history } from './tables.ts'

const mostShown = 500
const ofText = (value: unknown) => (typeof value === 'string' ? value : null)
const ofNumber = (value: unknown) => (typeof value === 'number' ? value : null)

type Entry = typeof history.$inferSelect

const readEntries = (db: Queries, condition: SQL | undefined) =>
  db.select().from(history).where(condition).orderBy(desc(history.at), desc(history.id)).limit(mostShown)

const present = ({ id, at, kind, actor: person, details }: Entry, reader: string) => {
  const byPerson = person === reader ? ('you' as const) : ('staff' as const)
  return {
    id,
    at: at.toISOString(),
    kind,
    by: person === null ? ('system' as const) : byPerson,
    reason: ofText(details['reason']),
    coins: ofNumber(details['coins']),
    until: ofText(details['until']),
    days: ofNumber(details['days']),
  }
}

export const handleReadHistory = answer(readHistory, serverUses, async ({ actor, params, fail, db }) => {
  const own = await findServerOf(db.orm, actor.id, params.id)
  if (!own) throw fail('NOT_FOUND')
  // The time under an earlier owner is not theirs to see.
  const rows = await readEntries(db.orm, and(eq(history.server, own.id), eq(history.owner, own.owner)))
  return { items: rows.map((row) => present(row, actor.id)) }
})

export const handleReadAnyHistory = answer(
  readAnyHistory,
  serverUses,
  async ({ actor, params, fail, db, users }) => {
    const found = await findServer(db.orm, params.id)
    if (!found) throw fail('NOT_FOUND')
    const rows = await readEntries(db.orm, eq(history.server, found.id))
    const people = [...new Set(rows.flatMap((row) => row.actor ?? []))]
    const names = new Map((await users.findMany(people)).map(({ id, username }) => [id, username]))
    return {
      items: rows.map((row) => ({
        ...present(row, actor.id),
        person: row.actor === null ? null : { id: row.actor, username: names.get(row.actor) ?? null },
      })),
    }
  },
)
