import { isForeignHash } from '@spawnpoint/contracts/auth'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import type { ImportRecord } from '../tables.ts'
import type { SourcePerson } from '../systems/system.ts'
import { parseAmount, printAmount, toCoins } from './amount.ts'
import { cleanEmail, cleanLine, cleanName } from './clean.ts'
import { inBatch, type ImportContext } from './import-context.ts'
import { findMerges, mergePerson, type Opening } from './merge-existing.ts'
import { createPanelPeople } from './panel-people.ts'
import { createUsernames } from './pick-usernames.ts'
import { findRecords, inBatches, isId, saveRecords } from './records.ts'

// A transaction of this many takes some hundred milliseconds, and that is what a stopped run repeats.
const BATCH = 250
const MOST_COINS = 1_000_000_000_000n

const reasons = {
  id: 'the id is missing or not usable',
  sameId: 'the source has this id twice',
  email: 'no valid email address',
  twice: 'another person in the source has the same email address',
  noCoins: 'the coins plugin is off',
  negative: 'the balance is below zero',
  full: 'the balance is above 1,000,000,000,000 coins',
  notTakenOver: 'the person was not taken over',
} as const

interface Candidate extends SourcePerson {
  readonly email: string
}

const amountOf = ({ inAll = {}, extra = {} }: NonNullable<SourcePerson['limits']>) =>
  [...Object.values(inAll), ...Object.values(extra)].reduce((sum, each) => sum + Math.max(0, each), 0)

/** The coins that a person begins with. */
function openingOf({ rate, uses }: ImportContext, { credits }: SourcePerson): Opening {
  const { whole, rest } = toCoins(credits ?? 0n, rate)
  const refused =
    (credits ?? 0n) < 0n
      ? reasons.negative
      : whole > MOST_COINS
        ? reasons.full
        : whole > 0n && !uses.ledger.get()
          ? reasons.noCoins
          : null
  return refused === null ? { coins: whole, rest, refused } : { coins: 0n, rest: 0n, refused }
}

/** An earlier run has this person: what they had then counts, and what has changed since is told. */
function countExisting({ counters, people, rate }: ImportContext, person: SourcePerson, known: ImportRecord) {
  counters.kinds.person.counts.existing += 1
  people.set(person.id, known.target)
  const then = parseAmount(known.amount) ?? 0n
  const coins = BigInt(known.coins ?? 0)
  const { whole, rest } = toCoins(then, rate)
  if (coins === whole) counters.coins.given(coins, rest)
  else {
    counters.coins.given(coins, 0n)
    counters.coins.refuse('earlier runs could not give them', then)
  }
  counters.coins.changedSince((person.credits ?? 0n) - then)
}

function createSieve(context: ImportContext) {
  const { counters, uses } = context
  const { person: kind } = counters.kinds
  const seen = new Set<string>()
  const seenIds = new Set<string>()
  const refuse = (person: SourcePerson, reason: string) => {
    kind.skip(reason, person.id)
    counters.coins.refuse(reasons.notTakenOver, person.credits ?? 0n)
  }
  /** Keeps those who can have an account, and those who have one here. */
  return async (db: Queries, batch: readonly SourcePerson[], known: ReadonlyMap<string, ImportRecord>) => {
    const fresh: Candidate[] = []
    for (const person of batch) {
      const email = cleanEmail(person.email)
      const before = known.get(person.id)
      if (seenIds.has(person.id)) refuse(person, reasons.sameId)
      else if (before) countExisting(context, person, before)
      else if (!isId(person.id)) refuse(person, reasons.id)
      else if (email === null) refuse(person, reasons.email)
      else if (seen.has(email.toLowerCase())) refuse(person, reasons.twice)
      else fresh.push({ ...person, email })
      seenIds.add(person.id)
      if (email !== null) seen.add(email.toLowerCase())
    }
    const { emails } = await uses.users.findTaken(db, {
      usernames: [],
      emails: fresh.map(({ email }) => email),
    })
    const isTaken = ({ email }: Candidate) => emails.has(email.toLowerCase())
    const merges = await findMerges(context, db, fresh.filter(isTaken))
    for (const person of merges) if (person.user === null) refuse(person, person.reason)
    return {
      free: fresh.filter((person) => !isTaken(person)),
      merges: merges.flatMap(({ user, ...person }) => (user === null ? [] : [{ ...person, user }])),
    }
  }
}

async function giveCoins(
  { uses, source, system }: ImportContext,
  tx: Transaction,
  made: readonly { readonly user: string; readonly id: string; readonly opening: Opening }[],
) {
  const balances = made
    .filter(({ opening }) => opening.coins > 0n)
    // The ledger stays after an erasure, so the id of the source is not in it.
    .map(({ user, opening }) => ({ user, key: `person:${user}`, amount: Number(opening.coins) }))
  if (balances.length === 0) return
  await uses.ledger.get()?.openBalances(tx, {
    scope: `importers:${source}`,
    kind: 'importers:opening-balance',
    note: system.title,
    from: 'adjustments',
    balances,
  })
}

/** People may use here as much as they could there. */
async function raiseLimits(
  { uses }: ImportContext,
  tx: Transaction,
  people: readonly { readonly user: string; readonly limits: SourcePerson['limits'] }[],
) {
  const servers = uses.servers.get()
  if (!servers) return
  for (const { user, limits } of people)
    if (limits !== null && amountOf(limits) > 0) await servers.raiseLimits(tx, { owner: user, ...limits })
}

async function createAccounts(
  context: ImportContext,
  tx: Transaction,
  fresh: readonly (Candidate & { readonly name: string; readonly opening: Opening })[],
) {
  const { uses, system, people } = context
  const now = uses.clock.now()
  const notFuture = (time: Date | null) => (time && time < now ? time : now)
  const ids = await uses.users.importMany(
    tx,
    fresh.map((person) => ({
      username: person.name,
      email: person.email,
      firstName: cleanName(person.firstName),
      lastName: cleanName(person.lastName),
      ip: cleanLine(person.ip, 45),
      verifiedAt: person.verifiedAt && notFuture(person.verifiedAt),
      createdAt: notFuture(person.createdAt),
      lastSeenAt: notFuture(person.lastSeenAt ?? person.createdAt),
      bannedReason:
        person.banned === false ? null : cleanLine(person.banned, 200) || `Suspended in ${system.title}`,
    })),
  )
  const made = fresh.map((person, at) => ({ ...person, user: ids[at] ?? '' }))
  await uses.auth.addForeignHashes(
    tx,
    made.flatMap(({ user, passwordHash }) =>
      passwordHash !== null && isForeignHash(passwordHash) ? [{ user, hash: passwordHash }] : [],
    ),
  )
  await giveCoins(context, tx, made)
  await raiseLimits(context, tx, made)
  await saveRecords(
    tx,
    context,
    'person',
    made.map(({ id, user, credits, opening }) => ({
      sourceId: id,
      target: user,
      amount: printAmount(credits ?? 0n),
      coins: Number(opening.coins),
    })),
  )
  for (const { id, user } of made) people.set(id, user)
}

function countOpening({ counters }: ImportContext, person: Candidate, opening: Opening) {
  const { coins } = counters
  const { note } = counters.kinds.person
  coins.given(opening.coins, opening.rest)
  if (opening.refused !== null) {
    note(`no coins: ${opening.refused}`, person.id)
    coins.refuse(opening.refused, person.credits ?? 0n)
  }
  if (person.credits === null) note('no coins: the balance is no number', person.id)
  if (person.limits !== null && amountOf(person.limits) > 0) counters.withLimits += 1
}

function countMerged(context: ImportContext, person: Candidate, opening: Opening) {
  context.counters.kinds.person.counts.merged += 1
  countOpening(context, person, opening)
}

function countCreated(context: ImportContext, person: Candidate, name: string, opening: Opening) {
  const { counters, people } = context
  const { counts, note } = counters.kinds.person
  counts.created += 1
  if (!people.has(person.id)) people.set(person.id, null)
  countOpening(context, person, opening)
  if (name !== (person.username ?? name)) note('another username', person.id)
  if (person.passwordHash !== null && isForeignHash(person.passwordHash)) counters.passwordsKept += 1
  else note('no password that can be kept; "forgot password" sets one', person.id)
}

/** The sums of a report are those of the ledger, not only those of the import's own records. */
async function compareWithLedger(context: ImportContext, ids: readonly string[]) {
  const { counters, source, uses } = context
  const found = await findRecords(uses.db.orm, context, 'person', ids)
  const targets = [...found.values()].map(({ target }) => target)
  const said = [...found.values()].reduce((sum, { coins }) => sum + BigInt(coins ?? 0), 0n)
  const inLedger = await uses.ledger.get()?.sumIn(`importers:${source}`, targets)
  if (inLedger !== undefined) counters.coins.differs(BigInt(inLedger) - said)
}

/** People with their passwords and coins, a batch in a transaction. */
export async function importPeople(context: ImportContext): Promise<void> {
  const { counters, reader, uses } = context
  const sieve = createSieve(context)
  const pickUsernames = createUsernames(uses.users)
  const completeFromPanel = createPanelPeople(context)
  for await (const read of inBatches(reader.people(), BATCH)) {
    const batch: SourcePerson[] = []
    for (const each of read) batch.push(await completeFromPanel(each))
    counters.kinds.person.counts.found += batch.length
    for (const { id, credits, panelUserId } of batch) {
      counters.coins.found(credits ?? 0n)
      if (panelUserId !== null) context.onPanel.push({ id, panelUserId })
    }
    const ids = batch.map(({ id }) => id).filter(isId)
    await inBatch(context, async (db, write) => {
      const { free, merges } = await sieve(db, batch, await findRecords(db, context, 'person', ids))
      const names = await pickUsernames(db, free)
      const fresh = free.map((person) => ({
        ...person,
        name: names.get(person.id) ?? '',
        opening: openingOf(context, person),
      }))
      if (write && fresh.length > 0) await createAccounts(context, write, fresh)
      for (const person of fresh) countCreated(context, person, person.name, person.opening)
      if (write) await raiseLimits(context, write, merges)
      for (const person of merges)
        countMerged(context, person, await mergePerson(context, write, person, openingOf(context, person)))
    })
    await compareWithLedger(context, ids)
  }
  if (counters.withLimits > 0)
    counters.remarks.push(
      uses.servers.get()
        ? `${counters.withLimits} people had limits there; theirs here are at least as high.`
        : `${counters.withLimits} people had limits there, which were left out: the servers plugin is off.`,
    )
}
