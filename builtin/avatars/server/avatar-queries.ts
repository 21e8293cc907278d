import type { Queries } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { avatar } from './tables.ts'

const keyOf = (person: string) => sql`hashtextextended('avatars:' || ${person}, 0)`

/** Two changes of one person's picture take place one after the other, so that no picture is left behind. */
const lockPerson = (tx: Queries, person: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${keyOf(person)})`)

/** Answers the picture that was removed. */
export async function deleteAvatar(tx: Queries, person: string): Promise<string | null> {
  await lockPerson(tx, person)
  const [deleted] = await tx.delete(avatar).where(eq(avatar.person, person)).returning()
  return deleted?.pictureId ?? null
}

/** Answers the picture that was replaced. */
export async function replaceAvatar(tx: Queries, row: typeof avatar.$inferInsert): Promise<string | null> {
  const before = await deleteAvatar(tx, row.person)
  await tx.insert(avatar).values(row)
  return before
}
