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

interface FreshToken {
  readonly purpose: TokenPurpose
  readonly user: string | null
  /** Where the email goes. */
  readonly email: string | null
  /** The account's address at this moment, where that is another. */
  readonly accountEmail?: string
  readonly now: Date
}

/** Makes a token, which takes the place of an older one of its purpose; answers its only copy. */
export async function makeToken(
  db: Queries,
  { purpose, user, email, accountEmail, now }: FreshToken,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimes[purpose])
  const fresh = { tokenHash: hashOf(secret), email, accountEmail: accountEmail ?? email, expiresAt }
  await db
    .insert(token)
    .values({ purpose, userId: user, ...fresh })
    .onConflictDoUpdate({ target: [token.userId, token.purpose], set: fresh })
  return secret
}

const isThis = (purpose: TokenPurpose, secret: string, now: Date) =>
  and(eq(token.purpose, purpose), eq(token.tokenHash, hashOf(secret)), gt(token.expiresAt, now))

const columns = { user: token.userId, email: token.email, accountEmail: token.accountEmail }

export async function findToken(db: Queries, purpose: TokenPurpose, secret: string, now: Date) {
  const [found] = await db
    .select(columns)
    .from(token)
    .where(isThis(purpose, secret, now))
  return found ?? null
}

/** Takes a token away; one of two callers at the same time gets it, the other nothing. */
export async function takeToken(db: Queries, purpose: TokenPurpose, secret: string, now: Date) {
  const [taken] = await db
    .delete(token)
    .where(isThis(purpose, secret, now))
    .returning(columns)
  return taken ?? null
}

export async function dropSetupTokens(db: Queries) {
  await db.delete(token).where(sql`${token.purpose} = 'setup'`)
}
