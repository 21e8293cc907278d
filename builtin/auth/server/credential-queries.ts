import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, sql } from 'drizzle-orm'
import type { StoredPassword } from './password-hashing.ts'
import { credential, recoveryCode, token, totp } from './tables.ts'

const foreign = sql`password_hash like '$2%'`

export async function findPassword(db: Queries, user: string): Promise<StoredPassword> {
  const [row] = await db
    .select({ hash: credential.passwordHash })
    .from(credential)
    .where(eq(credential.userId, user))
  const { rows } = await db.execute<{ cost: string | null }>(
    sql`select max(substr(password_hash, 5, 2)) as cost from auth.credential where ${foreign}`,
  )
  const cost = rows[0]?.cost ?? null
  return { hash: row?.hash ?? null, foreignCost: cost === null ? null : Number(cost) }
}

/** Another hash of the same password: links in emails stay good. Does nothing where the password has changed meanwhile. */
export const replacePasswordHash = (db: Queries, user: string, before: string, passwordHash: string) =>
  db
    .update(credential)
    .set({ passwordHash })
    .where(and(eq(credential.userId, user), eq(credential.passwordHash, before)))

export const addForeignHashes = (
  db: Queries,
  hashes: readonly { readonly user: string; readonly hash: string }[],
  changedAt: Date,
) =>
  db
    .insert(credential)
    .values(hashes.map(({ user, hash }) => ({ userId: user, passwordHash: hash, changedAt })))

export const countForeignHashes = (db: Queries): Promise<number> => db.$count(credential, foreign)

/** Emails sent before stand on the old password: their links end with it, whoever asked for them. */
export async function savePasswordHash(db: Queries, user: string, passwordHash: string, changedAt: Date) {
  const values = { userId: user, passwordHash, changedAt }
  await db
    .insert(credential)
    .values(values)
    .onConflictDoUpdate({ target: credential.userId, set: { passwordHash, changedAt } })
  await db.delete(token).where(eq(token.userId, user))
}

/** Everything this plugin knows of a person who has left. */
export async function forgetPerson(db: Queries, user: string) {
  await db.delete(credential).where(eq(credential.userId, user))
  await db.delete(totp).where(eq(totp.userId, user))
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, user))
  await db.delete(token).where(eq(token.userId, user))
}
