import type { Queries } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { tables, type Kind } from './tables.ts'

const keyOf = (kind: Kind, person: string) => sql`hashtextextended(${`${kind}s:${person}`}, 0)`

/** Two changes of one person's picture take place one after the other, so that no picture is left behind. */
const lockPerson = (tx: Queries, kind: Kind, person: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${keyOf(kind, person)})`)

export async function findPictureId(db: Queries, kind: Kind, person: string): Promise<string | null> {
  const table = tables[kind]
  const [found] = await db.select().from(table).where(eq(table.person, person))
  return found?.pictureId ?? null
}

/** Answers the picture that was removed. */
export async function deletePicture(tx: Queries, kind: Kind, person: string): Promise<string | null> {
  await lockPerson(tx, kind, person)
  const table = tables[kind]
  const [deleted] = await tx.delete(table).where(eq(table.person, person)).returning()
  return deleted?.pictureId ?? null
}

/** Answers the picture that was replaced. */
export async function replacePicture(
  tx: Queries,
  kind: Kind,
  row: { readonly person: string; readonly pictureId: string; readonly createdAt: Date },
): Promise<string | null> {
  const before = await deletePicture(tx, kind, row.person)
  await tx.insert(tables[kind]).values(row)
  return before
}
