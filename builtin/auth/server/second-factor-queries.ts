import type { Queries } from '@spawnpoint/sdk/server'
import { and, count, eq, isNull, lt } from 'drizzle-orm'
import { recoveryCode, totp } from './tables.ts'

export interface StoredTotp {
  readonly sealedSecret: string
  readonly sessionId: string
  readonly startedAt: Date
  readonly confirmedAt: Date | null
}

export async function findTotp(db: Queries, user: string): Promise<StoredTotp | null> {
  const [row] = await db.select().from(totp).where(eq(totp.userId, user))
  return row ?? null
}

/** Begins a set-up anew. False where the second factor is in force: a set-up never replaces it. */
export async function startTotp(
  db: Queries,
  setup: { user: string; sealedSecret: string; session: string; startedAt: Date },
) {
  const { sealedSecret, session: sessionId, startedAt } = setup
  const fresh = { sealedSecret, sessionId, startedAt, lastStep: 0 }
  const stored = await db
    .insert(totp)
    .values({ userId: setup.user, ...fresh })
    .onConflictDoUpdate({ target: totp.userId, set: fresh, setWhere: isNull(totp.confirmedAt) })
    .returning({ user: totp.userId })
  return stored.length > 0
}

export async function confirmTotp(db: Queries, user: string, session: string, now: Date): Promise<boolean> {
  const confirmed = await db
    .update(totp)
    .set({ confirmedAt: now })
    .where(and(eq(totp.userId, user), eq(totp.sessionId, session), isNull(totp.confirmedAt)))
    .returning({ user: totp.userId })
  return confirmed.length > 0
}

/** Accepts a time step once: the stored step must grow, also when two calls bring the same code at once. */
export async function takeStep(db: Queries, user: string, step: number): Promise<boolean> {
  const taken = await db
    .update(totp)
    .set({ lastStep: step })
    .where(and(eq(totp.userId, user), lt(totp.lastStep, step)))
    .returning({ user: totp.userId })
  return taken.length > 0
}

/** Drops a set-up that this very session began and nobody has confirmed. */
export async function dropUnconfirmed(db: Queries, user: string, session: string) {
  await db
    .delete(totp)
    .where(and(eq(totp.userId, user), eq(totp.sessionId, session), isNull(totp.confirmedAt)))
}

export async function removeTotp(db: Queries, user: string) {
  await db.delete(totp).where(eq(totp.userId, user))
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, user))
}

/** Removes all of them: the key that they were sealed and signed with is gone. */
export async function removeAllTotp(db: Queries) {
  await db.delete(totp)
  await db.delete(recoveryCode)
}

export async function replaceRecoveryCodes(db: Queries, user: string, hashes: readonly string[]) {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, user))
  await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId: user, codeHash })))
}

export async function takeRecoveryCode(db: Queries, user: string, codeHash: string): Promise<boolean> {
  const taken = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, user), eq(recoveryCode.codeHash, codeHash)))
    .returning({ user: recoveryCode.userId })
  return taken.length > 0
}

export async function countRecoveryCodes(db: Queries, user: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.userId, user))
  return row?.left ?? 0
}
