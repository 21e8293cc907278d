import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { token } from './tables.ts'

export type TokenPurpose = 'verify' | 'reset' | 'setup'

const MINUTE = 60_000
const lifetimes: Record<TokenPurpose, number> = {
  verify: 24 * 60 * MINUTE,
  reset: 60 * MINUTE,
  setup: 60 * MINUTE,
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Makes a token, which takes the place of an older one of its purpose; answers its only copy. */
export async function makeToken(
  db: Queries,
  {
    purpose,
    user,
    email,
    now,
  }: { purpose: TokenPurpose; user: string | null; email: string | null; now: Date },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const fresh = { tokenHash: hashOf(secret), email, expiresAt: new Date(now.getTime() + lifetimes[purpose]) }
  await db
    .insert(token)
    .values({ purpose, userId: user, ...fresh })
    .onConflictDoUpdate({ target: [token.userId, token.purpose], set: fresh })
  return secret
}

/** Takes a token away; one of two callers at the same time gets it, the other nothing. */
export async function takeToken(db: Queries, purpose: TokenPurpose, secret: string, now: Date) {
  const [taken] = await db
    .delete(token)
    .where(and(eq(token.purpose, purpose), eq(token.tokenHash, hashOf(secret)), gt(token.expiresAt, now)))
    .returning({ user: token.userId, email: token.email })
  return taken ?? null
}

export async function dropSetupTokens(db: Queries) {
  await db.delete(token).where(sql`${token.purpose} = 'setup'`)
}
