import type { Queries } from '@spawnpoint/sdk/server'
import { eq, lt } from 'drizzle-orm'
import { skin } from './tables.ts'

type Skin = typeof skin.$inferSelect

const unusedMs = 30 * 86_400_000

export async function findSkin(db: Queries, name: string): Promise<Skin | null> {
  const [found] = await db.select().from(skin).where(eq(skin.name, name))
  return found ?? null
}

/** Keeps an answer, and drops those that nobody has asked for in a month. */
export async function saveSkin(db: Queries, { name, png, nextAt }: Skin): Promise<void> {
  await db.delete(skin).where(lt(skin.nextAt, new Date(nextAt.getTime() - unusedMs)))
  const values = { png, nextAt }
  await db
    .insert(skin)
    .values({ name, ...values })
    .onConflictDoUpdate({ target: skin.name, set: values })
}
