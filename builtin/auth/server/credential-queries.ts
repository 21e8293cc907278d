import type { Queries } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { credential, recoveryCode, token, totp } from './tables.ts'

export async function findPasswordHash(db: Queries, user: string): Promise<string | null> {
  const [row] = await db.select().from(credential).where(eq(credential.userId, user))
  return row?.passwordHash ?? null
}

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
