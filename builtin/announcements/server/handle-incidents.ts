import { listIncidentUpdates, postIncidentUpdate } from '@spawnpoint/contracts/announcements'
import type { IncidentStatus } from '@spawnpoint/contracts/announcements/schemas'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { answer, Audit, Clock, Database, type Queries } from '@spawnpoint/sdk/server'
import { findIncident, listUpdates, lockIncident, saveUpdate } from './incident-queries.ts'

/** The timeline of an incident with the names of its authors, newest first. */
export async function presentUpdates(db: Queries, users: UsersService, id: string) {
  const rows = await listUpdates(db, id)
  const people = await users.findMany(rows.flatMap(({ authorId }) => authorId ?? []))
  const names = new Map(people.map((person) => [person.id, person.username]))
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    text: row.text,
    at: row.createdAt.toISOString(),
    author: row.authorId === null ? null : (names.get(row.authorId) ?? null),
  }))
}

export const handleListIncidentUpdates = answer(
  listIncidentUpdates,
  { db: Database, users: Users },
  async ({ params, fail, db, users }) => {
    const found = await findIncident(db.orm, params.id)
    if (!found?.status) throw fail('NOT_FOUND')
    return { status: found.status, updates: await presentUpdates(db.orm, users, params.id) }
  },
)

/** A problem that comes back after its end is another incident. */
const mayFollow = (before: IncidentStatus, next: IncidentStatus) =>
  before !== 'resolved' || next === 'resolved'

export const handlePostIncidentUpdate = answer(
  postIncidentUpdate,
  { db: Database, users: Users, clock: Clock, audit: Audit },
  async ({ actor, params: { id }, body: { status, text }, fail, db, users, clock, audit }) => {
    await db.orm.transaction(async (tx) => {
      const incident = await lockIncident(tx, id)
      if (!incident?.status) throw fail('NOT_FOUND')
      if (!mayFollow(incident.status, status)) throw fail('ANNOUNCEMENTS_RESOLVED')
      await saveUpdate(tx, { id, status, text, author: actor.id, at: clock.now() })
      await audit.write(tx, {
        actor: actor.id,
        action: 'announcements:incident_updated',
        target: id,
        before: { status: incident.status },
        after: { status, text },
      })
    })
    return { status, updates: await presentUpdates(db.orm, users, id) }
  },
)
