import { addUserNote, deleteUserNote, listUserNotes } from '@spawnpoint/contracts/user-notes'
import { userErased, Users } from '@spawnpoint/contracts/users'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { readPage } from '@spawnpoint/sdk/list/server'
import { answer, Audit, Clock, Database, definePluginServer, listen } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import manifest from '../manifest.ts'
import { userNotesExport } from './export.ts'
import { note } from './tables.ts'

const handleListNotes = answer(
  listUserNotes,
  { db: Database, users: Users },
  async ({ actor, params, query: { cursor, limit }, fail, db, users }) => {
    if (!(await users.find(params.user))) throw fail('NOT_FOUND')
    const { items, ...page } = await readPage({
      sort: 'id',
      order: 'desc',
      id: note.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        db.orm
          .select()
          .from(note)
          .where(and(eq(note.userId, params.user), past))
          .orderBy(...orderBy)
          .limit(most),
    })
    const people = await users.findMany([...new Set(items.map(({ author }) => author))])
    const names = new Map(people.map(({ id, username }) => [id, username]))
    return {
      ...page,
      items: items.map(({ id, author, text, createdAt }) => ({
        id: String(id),
        at: createdAt.toISOString(),
        by: names.get(author) ?? null,
        text,
        own: author === actor.id || actor.can(ROOT_PERMISSION),
      })),
    }
  },
)

const uses = { db: Database, audit: Audit }

const handleAddNote = answer(
  addUserNote,
  { ...uses, users: Users, clock: Clock },
  async ({ actor, params, body, ip, fail, db, audit, users, clock }) => {
    if (!(await users.find(params.user))) throw fail('NOT_FOUND')
    return db.orm.transaction(async (tx) => {
      const row = { userId: params.user, author: actor.id, text: body.text, createdAt: clock.now() }
      const [made] = await tx.insert(note).values(row).returning({ id: note.id })
      // The words stay with the note: it goes with the account, and the log does not.
      await audit.write(tx, { actor: actor.id, action: 'user-notes:added', target: params.user, ip })
      return { id: String(made?.id) }
    })
  },
)

const handleDeleteNote = answer(deleteUserNote, uses, async ({ actor, params, ip, fail, db, audit }) => {
  if (!/^\d{1,18}$/.test(params.note)) throw fail('NOT_FOUND')
  const isIt = and(eq(note.id, BigInt(params.note)), eq(note.userId, params.user))
  const [found] = await db.orm.select().from(note).where(isIt)
  if (!found) throw fail('NOT_FOUND')
  if (found.author !== actor.id && !actor.can(ROOT_PERMISSION)) throw fail('USER_NOTES_NOT_YOURS')
  await db.orm.transaction(async (tx) => {
    await tx.delete(note).where(isIt)
    await audit.write(tx, { actor: actor.id, action: 'user-notes:deleted', target: params.user, ip })
  })
  return { success: true as const }
})

const forgetUser = listen(userErased, { db: Database }, async ({ payload, db }) => {
  await db.orm.delete(note).where(eq(note.userId, payload.id))
})

export default definePluginServer(manifest, {
  provides: [userNotesExport],
  endpoints: [handleListNotes, handleAddNote, handleDeleteNote],
  listeners: [forgetUser],
})
