import type { UsersService } from '@spawnpoint/contracts/users'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { bounce } from './tables.ts'

const norm = (address: string) => address.trim().toLowerCase()

interface Refusal {
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly command?: unknown
}

/** `X.1.X` says that the address is wrong, `X.2.1` that its mailbox is closed (RFC 3463). */
const deadStatus = /^5\d\d[ -]5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)\b/
const anyStatus = /^5\d\d[ -]5\.\d{1,3}\.\d{1,3}\b/

/**
 * Did the mail server say that there is no such address? Refusals of spam, of relaying, of a full mailbox and those of
 * the sender are no fault of the address. Without a status of RFC 3463 only an answer to the recipient itself counts.
 */
export const isDeadAddress = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { responseCode, response, command }: Refusal = error
  if (typeof responseCode !== 'number' || responseCode < 500) return false
  const words = String(response ?? '')
  if (anyStatus.test(words)) return deadStatus.test(words)
  return command === 'RCPT TO' && (responseCode === 550 || responseCode === 551 || responseCode === 553)
}

interface NewBounce {
  readonly address: string
  readonly user: string | null
  readonly reason: string
  readonly since: Date
}

export const recordBounce = async (db: Queries, { address, user, reason, since }: NewBounce) => {
  await db
    .insert(bounce)
    .values({ address: norm(address), userId: user, reason, since })
    .onConflictDoUpdate({ target: bounce.address, set: { reason, ...(user !== null && { userId: user }) } })
}

/** Remembers whose address it is now. */
export const claimBounce = async (db: Queries, address: string, user: string) => {
  await db
    .update(bounce)
    .set({ userId: user })
    .where(eq(bounce.address, norm(address)))
}

export const findBounce = async (db: Queries, address: string) => {
  const [found] = await db
    .select()
    .from(bounce)
    .where(eq(bounce.address, norm(address)))
  return found ?? null
}

/** Addresses of a person that bounced, former ones among them. */
export const findBounceOf = async (db: Queries, user: string): Promise<readonly string[]> => {
  const rows = await db.select({ address: bounce.address }).from(bounce).where(eq(bounce.userId, user))
  return rows.map(({ address }) => address)
}

export const findBounced = async (
  db: Queries,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (addresses.length === 0) return new Set()
  const rows = await db
    .select({ address: bounce.address })
    .from(bounce)
    .where(inArray(bounce.address, addresses.map(norm)))
  return new Set(rows.map(({ address }) => address))
}

export const removeBounce = async (db: Queries, address: string): Promise<boolean> => {
  const gone = await db
    .delete(bounce)
    .where(eq(bounce.address, norm(address)))
    .returning({ address: bounce.address })
  return gone.length > 0
}

/** An address that is someone else's by now stays, as theirs. */
async function forgetBounce(tx: Queries, users: UsersService, address: string) {
  const holder = await users.findByEmail(address, tx)
  if (holder) await claimBounce(tx, address, holder.id)
  else await removeBounce(tx, address)
}

/** Forgets the addresses of an erased person: those noted as theirs, and those that their emails went to. */
export async function forgetBouncesOf(
  tx: Queries,
  users: UsersService,
  { user, addresses }: { readonly user: string; readonly addresses: readonly string[] },
) {
  const unclaimed = and(isNull(bounce.userId), inArray(bounce.address, addresses.map(norm)))
  const rows = await tx
    .select({ address: bounce.address })
    .from(bounce)
    .where(addresses.length === 0 ? eq(bounce.userId, user) : or(eq(bounce.userId, user), unclaimed))
  for (const { address } of rows) await forgetBounce(tx, users, address)
}

const AT_ONCE = 500

/** Forgets addresses that bounced before then and belong to no account. */
export async function removeOldBounces(
  db: Queries,
  users: UsersService,
  before: Date,
  after = '',
): Promise<void> {
  const rows = await db
    .select({ address: bounce.address })
    .from(bounce)
    .where(and(lt(bounce.since, before), gt(bounce.address, after)))
    .orderBy(asc(bounce.address))
    .limit(AT_ONCE)
  const addresses = rows.map(({ address }) => address)
  const { emails } = await users.findTaken(db, { usernames: [], emails: addresses })
  const free = addresses.filter((address) => !emails.has(address))
  if (free.length > 0)
    await db.delete(bounce).where(and(inArray(bounce.address, free), lt(bounce.since, before)))
  const last = addresses.at(-1)
  if (last !== undefined && addresses.length === AT_ONCE) await removeOldBounces(db, users, before, last)
}
