import type { Db, Queries } from '@spawnpoint/sdk/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
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

/**
 * The token that makes the first administrator. It is derived from its row, so that all processes which start while it
 * counts have the same one: a later start would end a link that another process has just printed.
 */
export const keepSetupToken = (
  db: Db,
  { now, sign }: { readonly now: Date; sign(id: string): string },
): Promise<string> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('auth.setup'))`)
    const [known] = await tx
      .select({ id: token.id })
      .from(token)
      .where(and(eq(token.purpose, 'setup'), gt(token.expiresAt, now)))
    const id = known?.id ?? randomUUID()
    const secret = sign(id)
    const expiresAt = new Date(now.getTime() + lifetimes.setup)
    const row = { id, tokenHash: hashOf(secret), expiresAt }
    await tx
      .insert(token)
      .values({ purpose: 'setup', userId: null, ...row })
      .onConflictDoUpdate({ target: [token.userId, token.purpose], set: row })
    return secret
  })

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
