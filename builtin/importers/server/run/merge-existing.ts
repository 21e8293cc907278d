import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, eq, inArray } from 'drizzle-orm'
import type { SourcePerson } from '../systems/system.ts'
import { record } from '../tables.ts'
import { printAmount, type ExactCoins } from './amount.ts'
import type { ImportContext } from './import-context.ts'
import { saveRecords } from './records.ts'

/** Accounts here that people of the source may get their coins, servers, tickets and codes into, by their email address. */
export type MergePolicy = 'none' | 'verified' | 'any'

const reasons = {
  taken: 'an account here has this email address',
  unverified: 'the account here has not verified this email address',
  banned: 'the account here with this email address is banned',
  suspended: 'suspended in the source, and an account here has this email address',
  another: 'the account here is that of another person in the source',
  full: 'the balance here would be above 1,000,000,000,000 coins',
  refused: 'the account here could not take them',
} as const

const MOST_COINS = 1_000_000_000_000n

/** The coins that a person brings along. */
export interface Opening {
  readonly coins: bigint
  readonly rest: ExactCoins
  /** Why nothing is given. */
  readonly refused: string | null
}

export interface Merge extends SourcePerson {
  readonly email: string
  readonly user: string
}

/** Accounts of these ids that people of the same source have already. */
async function findHeld(db: Queries, source: string, users: readonly string[]) {
  if (users.length === 0) return new Set<string>()
  const rows = await db
    .select({ target: record.target })
    .from(record)
    .where(and(eq(record.source, source), eq(record.kind, 'person'), inArray(record.target, [...users])))
  return new Set(rows.map(({ target }) => target))
}

/** Tells whose account here is theirs, and why that of others is not. */
export async function findMerges<T extends SourcePerson & { readonly email: string }>(
  { merges, source, uses }: ImportContext,
  db: Queries,
  people: readonly T[],
): Promise<readonly (T & { readonly user: string | null; readonly reason: string })[]> {
  const found = []
  for (const person of people)
    found.push({
      person,
      account: merges === 'none' ? null : await uses.users.findByEmail(person.email, db),
    })
  const held = await findHeld(
    db,
    source,
    found.flatMap(({ account }) => account?.id ?? []),
  )
  return found.map(({ person, account }) => {
    const reason =
      account === null
        ? reasons.taken
        : account.bannedReason !== null
          ? reasons.banned
          : person.banned !== false
            ? reasons.suspended
            : merges === 'verified' && account.verifiedAt === null
              ? reasons.unverified
              : held.has(account.id)
                ? reasons.another
                : null
    return { ...person, user: reason === null ? (account?.id ?? null) : null, reason: reason ?? '' }
  })
}

/** In a dry run the balance says whether the coins would fit; a run asks the ledger. */
async function giveCoins(
  { uses, source, system }: ImportContext,
  write: Transaction | null,
  { user }: Merge,
  opening: Opening,
): Promise<Opening> {
  const ledger = uses.ledger.get()
  if (opening.coins === 0n || !ledger) return opening
  const refusedFor = (reason: string): Opening => ({ coins: 0n, rest: 0n, refused: reason })
  if (!write) {
    const after = BigInt(await ledger.balance(user)) + opening.coins
    return after > MOST_COINS ? refusedFor(reasons.full) : opening
  }
  const { outcome } = await ledger.transfer(write, {
    scope: `importers:${source}`,
    // The ledger stays after an erasure, so the id of the source is not in it.
    key: `person:${user}`,
    kind: 'importers:opening-balance',
    note: system.title,
    from: { system: 'adjustments' },
    to: { user },
    amount: Number(opening.coins),
  })
  if (outcome === 'posted') return opening
  return refusedFor(outcome === 'full' ? reasons.full : reasons.refused)
}

/**
 * Adds what somebody had to the account that they have here: coins once, and the record by which servers, tickets and codes
 * find it. Name, password, role and state of the account stay. Answers the coins that were given.
 */
export async function mergePerson(
  context: ImportContext,
  write: Transaction | null,
  merge: Merge,
  opening: Opening,
): Promise<Opening> {
  const given = await giveCoins(context, write, merge, opening)
  context.people.set(merge.id, merge.user)
  if (!write) return given
  const coins = Number(given.coins)
  await saveRecords(write, context, 'person', [
    { sourceId: merge.id, target: merge.user, amount: printAmount(merge.credits ?? 0n), coins },
  ])
  await context.uses.audit.write(write, {
    actor: null,
    action: 'importers:merged',
    target: merge.user,
    after: { by: 'command line', source: context.source, coins },
  })
  return given
}
