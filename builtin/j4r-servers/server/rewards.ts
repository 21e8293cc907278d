import { EarningHolds, EarningSources, type EarningReview } from '@spawnpoint/contracts/anti-abuse'
import { Ledger } from '@spawnpoint/contracts/coins'
import {
  finishCheck,
  j4rSettings,
  readRewards,
  startCheck,
  type RewardServer,
} from '@spawnpoint/contracts/j4r-servers'
import { memberOf, optional, type FailureOf, type ServicesOf } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import {
  answer,
  Clock,
  Database,
  defineJob,
  Instance,
  Limits,
  Log,
  provide,
  Secrets,
  Settings,
  type Queries,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { consentUrl, DiscordRefused, readMemberships, type DiscordApp } from './discord.ts'
import * as queries from './reward-queries.ts'

const CHECK_MINUTES = 10
const checks = { max: 10, perSeconds: 3_600 }

const appUses = { settings: Settings, instance: Instance }
const uses = {
  ...appUses,
  db: Database,
  clock: Clock,
  limits: Limits,
  secrets: Secrets,
  ledger: Ledger,
  holds: optional(EarningHolds),
  log: Log,
}
type Uses = ServicesOf<typeof uses>

function readApp({ settings, instance }: ServicesOf<typeof appUses>): DiscordApp | null {
  const {
    discord_client_id: clientId,
    discord_client_secret: secret,
    discord_url: url,
  } = settings.read(j4rSettings)
  if (clientId === '' || secret === '') return null
  return { url: new URL(url).origin, clientId, secret, returnTo: `${instance.origin}/earn/j4r` }
}

const hashOf = (state: string) => createHash('sha256').update(state).digest('base64url')

const stateOf = (
  server: queries.J4rServerRow,
  own: queries.MembershipRow | undefined,
  now: Date,
): RewardServer['state'] => {
  if (own?.paidAt) return own.review ?? 'paid'
  if (own) return own.payableAt > now ? 'waiting' : 'ready'
  return server.locked ? 'locked' : 'open'
}

async function describeRewards(
  services: Pick<Uses, 'settings' | 'instance' | 'clock'>,
  db: Queries,
  user: string,
) {
  const [servers, memberships] = [await queries.listServers(db), await queries.listMemberships(db, user)]
  const now = services.clock.now()
  const own = new Map(memberships.map((each) => [each.serverId, each]))
  return {
    servers: servers
      .map((server) => {
        const seen = own.get(server.serverId)
        return {
          id: server.id,
          name: server.name,
          description: server.description ?? '',
          inviteUrl: `https://discord.gg/${server.inviteCode}`,
          coins: seen?.coins ?? server.coins,
          state: stateOf(server, seen, now),
          payableAt: seen && !seen.paidAt ? seen.payableAt.toISOString() : null,
        }
      })
      .filter(({ state }) => state !== 'locked'),
    holdHours: services.settings.read(j4rSettings).j4r_hold_hours,
    ready: readApp(services) !== null,
  }
}

export const handleReadRewards = answer(
  readRewards,
  { ...appUses, db: Database, clock: Clock },
  ({ actor, db, ...services }) => describeRewards(services, db.orm, actor.id),
)

export const handleStartCheck = answer(
  startCheck,
  uses,
  async ({ actor, fail, db, clock, limits, ...services }) => {
    const app = readApp(services)
    if (!app) throw fail('J4R_NOT_SET_UP')
    if (!(await limits.take(`j4r.check:${actor.id}`, checks))) throw fail('J4R_TOO_MANY_CHECKS')
    const state = randomBytes(32).toString('base64url')
    const expiresAt = new Date(clock.now().getTime() + CHECK_MINUTES * 60_000)
    await queries.saveCheck(db.orm, { stateHash: hashOf(state), userId: actor.id, expiresAt })
    return { url: consentUrl(app, state) }
  },
)

/** Ends the transaction: nothing of a check holds when one of its rewards cannot be paid. */
class Refused extends Error {
  readonly code: FailureOf<typeof finishCheck>
  constructor(code: FailureOf<typeof finishCheck>) {
    super(code)
    this.code = code
  }
}

/** Pays the reward, or hands it to staff where there are signs to look at it first. */
async function collect(
  { ledger }: Uses,
  tx: Transaction,
  { userId: user, serverId, coins }: queries.MembershipRow,
  { name, review }: { readonly name: string; readonly review: EarningReview | null },
): Promise<void> {
  const reward = { scope: `j4r-servers:${user}`, key: serverId, kind: 'j4r-servers:joined', note: name, user }
  if (review)
    return review.hold(tx, { ...reward, source: 'j4r-servers', recipients: [{ user, amount: coins }] })
  const posting = await ledger.earn(tx, { ...reward, from: 'earnings', amount: coins })
  if (!('transfer' in posting)) throw new Refused('J4R_ACCOUNT_CLOSED')
}

/** Takes note of servers that the person is in, forgets those they have left, and pays those that have waited long enough. */
async function settle(
  services: Uses,
  tx: Transaction,
  user: string,
  { joined, review }: { readonly joined: ReadonlySet<string>; readonly review: EarningReview | null },
) {
  const now = services.clock.now()
  const holdMs = services.settings.read(j4rSettings).j4r_hold_hours * 3_600_000
  const before = new Map((await queries.listMemberships(tx, user)).map((each) => [each.serverId, each]))
  let [collected, found] = [0, 0]
  for (const server of await queries.listServers(tx)) {
    const { serverId, coins, locked, name } = server
    const own = before.get(serverId)
    if (own?.paidAt) continue
    if (!joined.has(serverId)) {
      if (own) await queries.dropMembership(tx, user, serverId)
    } else if (!own) {
      if (locked) continue
      const payableAt = new Date(now.getTime() + holdMs)
      await queries.addMembership(tx, { userId: user, serverId, coins, payableAt })
      found += 1
    } else if (own.payableAt <= now) {
      await collect(services, tx, own, { name, review })
      await queries.markPaid(tx, user, serverId, now, review ? 'held' : null)
      collected += own.coins
    }
  }
  return review ? { paid: 0, held: collected, found } : { paid: collected, held: 0, found }
}

const tieFailures = { taken: 'J4R_DISCORD_TAKEN', other: 'J4R_OTHER_DISCORD' } as const

async function finish(
  services: Uses,
  user: string,
  ip: string,
  discord: Awaited<ReturnType<typeof readMemberships>>,
) {
  const { db, holds, secrets } = services
  const review = (await holds.get()?.inspect([{ user, ip }])) ?? null
  return db.orm.transaction(async (tx) => {
    const tied = await queries.tieAccount(tx, user, secrets.sign('j4r.discord', discord.id))
    if (tied !== 'tied') throw new Refused(tieFailures[tied])
    const settled = await settle(services, tx, user, { joined: discord.servers, review })
    return { ...settled, ...(await describeRewards(services, tx, user)) }
  })
}

export const handleFinishCheck = answer(finishCheck, uses, async ({ actor, body, ip, fail, ...services }) => {
  const app = readApp(services)
  if (!app) throw fail('J4R_NOT_SET_UP')
  const { db, clock, log } = services
  // Used up before Discord is asked: a code that was tried is worth nothing any more either.
  if (!(await queries.takeCheck(db.orm, hashOf(body.state), actor.id, clock.now())))
    throw fail('J4R_CHECK_EXPIRED')
  const discord = await readMemberships(app, body.code).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'a check at Discord failed')
    throw fail(error instanceof DiscordRefused ? 'J4R_DISCORD_REFUSED' : 'J4R_DISCORD_UNREACHABLE')
  })
  return finish(services, actor.id, ip, discord).catch((error: unknown) => {
    throw error instanceof Refused ? fail(error.code) : error
  })
})

export const learnDecisions = provide(memberOf(EarningSources, 'j4r-servers'), {}, () => ({
  plugin: 'j4r-servers',
  async decided(tx, { scope, key, state }) {
    const user = scope.slice('j4r-servers:'.length)
    await queries.endHeld(asTransaction(tx), user, key, state === 'void' ? 'void' : null)
  },
}))

const hourly = { payload: z.object({}), schedule: '13 * * * *' }
export const cleanUpJob = defineJob(
  'clean-up',
  hourly,
  { db: Database, clock: Clock },
  async ({ db, clock }) => {
    await queries.deleteExpiredChecks(db.orm, clock.now())
  },
)
