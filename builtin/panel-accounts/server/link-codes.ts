import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { createHash, randomInt } from 'node:crypto'
import { linkCode } from './tables.ts'

const lifetimeMs = 15 * 60_000
const mostTries = 5

const hashOf = (user: string, code: string) =>
  createHash('sha256')
    .update(`${user}:${code.replaceAll(/\D/g, '')}`)
    .digest('base64url')

/** Makes a code of eight digits, which takes the place of the one before; answers its only copy. */
export const makeCode = async (
  db: Queries,
  { user, email, now }: { readonly user: string; readonly email: string; readonly now: Date },
): Promise<string> => {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const fresh = {
    email,
    codeHash: hashOf(user, code),
    tries: 0,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  }
  await db
    .insert(linkCode)
    .values({ userId: user, ...fresh })
    .onConflictDoUpdate({ target: linkCode.userId, set: fresh })
  return code
}

const isOpen = (user: string, now: Date) =>
  and(eq(linkCode.userId, user), gt(linkCode.expiresAt, now), lt(linkCode.tries, mostTries))

/** The address that the person's code was asked for, while it can be entered. */
export const findCodeAddress = async (db: Queries, user: string, now: Date): Promise<string | null> => {
  const [row] = await db.select({ email: linkCode.email }).from(linkCode).where(isOpen(user, now))
  return row?.email ?? null
}

/** Counts a try, right or wrong; the address where the code is right. */
export const tryCode = async (db: Queries, user: string, code: string, now: Date): Promise<string | null> => {
  const [row] = await db
    .update(linkCode)
    .set({ tries: sql`${linkCode.tries} + 1` })
    .where(isOpen(user, now))
    .returning()
  return row?.codeHash === hashOf(user, code) ? row.email : null
}

export const dropCode = async (db: Queries, user: string): Promise<void> => {
  await db.delete(linkCode).where(eq(linkCode.userId, user))
}
