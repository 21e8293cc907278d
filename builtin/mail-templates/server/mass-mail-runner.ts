import { Mail, type MailService } from '@spawnpoint/contracts/mail'
import { Servers, type ServersService } from '@spawnpoint/contracts/servers'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { optional, type Live } from '@spawnpoint/sdk/common'
import {
  Clock,
  Database,
  defineJob,
  Instance,
  Jobs,
  Plugins,
  Secrets,
  Settings,
  type ClockService,
  type DatabaseService,
  type InstanceService,
  type PluginsService,
  type SecretsService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { listReachable } from './audience.ts'
import {
  claimNext,
  countOpen,
  findUnsubscribed,
  giveUpLease,
  insertRecipients,
  keepLease,
  listIdle,
  markSending,
  moveMassMail,
  settleAbandoned,
  settleRecipient,
  takeLease,
} from './mass-mail-queries.ts'
import type { StoredMassMail, StoredRecipient } from './tables.ts'
import { writeMassMail } from './write-mass-mail.ts'

export const RUN_MASS_MAIL = 'run-mass-mail'

const LEASE_MS = 120_000
const RUN_MS = 480_000
const PAGE = 500
// Two at a time: a mail server that takes its time with one has another to do meanwhile.
const LANES = 2
const BACK_OFF_MINUTES = [1, 5, 30, 120, 360]

export interface RunnerUses {
  readonly db: DatabaseService
  readonly clock: ClockService
  readonly mail: MailService
  readonly users: UsersService
  readonly servers: Live<ServersService>
  readonly settings: SettingsService
  readonly instance: InstanceService
  readonly secrets: SecretsService
  readonly plugins: PluginsService
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

const refused = { state: 'failed' as const, failure: 'Not sent, because this address bounced before.' }

/** Writes the addresses down, page by page, so that a killed process loses none and repeats none. */
async function gather(uses: RunnerUses, { id, kind, audience, gatheredTo }: StoredMassMail) {
  const { db, clock, mail } = uses
  const now = clock.now()
  const { people, last } = await listReachable(uses, audience, gatheredTo, PAGE)
  const gone =
    kind === 'news'
      ? await findUnsubscribed(
          db.orm,
          people.map((each) => each.id),
        )
      : new Set()
  const bounced = await mail.findBounced(people.map(({ email }) => email))
  const rows = people.map(({ id: userId, email, username, locale }) => ({
    userId,
    address: email,
    username,
    language: locale,
    state: gone.has(userId) ? ('skipped' as const) : ('waiting' as const),
    ...(bounced.has(email.toLowerCase()) && !gone.has(userId) && refused),
  }))
  if (last === null) return moveMassMail(db.orm, id, { from: ['gathering'], to: 'sending' })
  return db.orm.transaction((tx) => insertRecipients(tx, id, rows, last, now))
}

interface Refusal {
  readonly code: number | null
  readonly reason: string
}

/** The mail server's own code, where it answered at all. */
const readRefusal = (error: unknown): Refusal => {
  const reason = error instanceof Error ? error.message : String(error)
  const cause: unknown = error instanceof Error ? error.cause : null
  const code: unknown =
    typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'responseCode') : null
  return { code: typeof code === 'number' ? code : null, reason }
}

/** The outcome of a delivery that failed; `isAway` when the mail server could not be reached at all. */
function outcomeOf({ code, reason }: Refusal, { attempts }: StoredRecipient, mayHaveIt: boolean, now: Date) {
  if (mayHaveIt && code === null)
    return { isAway: false, set: { state: 'unconfirmed', failure: reason, endedAt: now } as const }
  if (code === null)
    return {
      isAway: true,
      set: { state: 'waiting', attempts: attempts - 1, dueAt: later(now, 60_000), failure: reason } as const,
    }
  const pause = BACK_OFF_MINUTES[attempts - 1]
  if (code >= 500 || pause === undefined)
    return { isAway: false, set: { state: 'failed', failure: reason, endedAt: now } as const }
  return {
    isAway: false,
    set: { state: 'waiting', failure: reason, dueAt: later(now, pause * 60_000) } as const,
  }
}

/** Sends to one address; answers why the mail server is away, or null. */
async function sendTo(uses: RunnerUses, item: StoredMassMail, to: StoredRecipient): Promise<string | null> {
  const { db, clock, mail } = uses
  let mayHaveIt = false
  let isStopped = false
  const beforeMessage = async () => {
    isStopped = !(await markSending(db.orm, item.id, to.address))
    if (isStopped) throw new Error('the mass mail was stopped')
    mayHaveIt = true
  }
  try {
    const { email, headers } = writeMassMail(uses, item, to)
    const messageId = `${item.id}.${to.userId ?? 'none'}`
    await mail.deliver(to.address, email, { headers, bulk: true, messageId, beforeMessage })
    await settleRecipient(db.orm, to, { state: 'sent', failure: null, endedAt: clock.now() })
    return null
  } catch (error) {
    const { attempts } = to
    if (isStopped) {
      await settleRecipient(db.orm, to, { state: 'waiting', attempts: attempts - 1 })
      return null
    }
    const refusal = readRefusal(error)
    const { isAway, set } = outcomeOf(refusal, to, mayHaveIt, clock.now())
    await settleRecipient(db.orm, to, set)
    return isAway ? refusal.reason : null
  }
}

/** Sends until nothing is due, the mail server is away, or the mass mail is stopped. */
async function sendDue(uses: RunnerUses, item: StoredMassMail, signal: AbortSignal): Promise<string | null> {
  const { db, clock } = uses
  let problem: string | null = null
  let kept = clock.now()
  const lane = async () => {
    while (problem === null && !signal.aborted) {
      const now = clock.now()
      if (now.getTime() - kept.getTime() > LEASE_MS / 4) {
        kept = now
        const current = await keepLease(db.orm, item.id, later(now, LEASE_MS))
        if (current?.state !== 'sending') return
      }
      // Nothing is claimed of one that was stopped.
      const to = await claimNext(db.orm, item.id, now)
      if (!to) return
      problem = (await sendTo(uses, item, to)) ?? problem
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return problem
}

async function run(uses: RunnerUses, id: string, signal: AbortSignal): Promise<void> {
  const { db, clock } = uses
  const now = clock.now()
  if (!(await takeLease(db.orm, id, now, later(now, LEASE_MS)))) return
  let problem: string | null = null
  try {
    await db.orm.transaction((tx) => settleAbandoned(tx, id, now))
    for (;;) {
      const item = await keepLease(db.orm, id, later(clock.now(), LEASE_MS))
      if (signal.aborted || !item || item.state === 'stopped' || item.state === 'done') return
      if (item.state === 'gathering') {
        await gather(uses, item)
        continue
      }
      problem = await sendDue(uses, item, signal)
      if (problem === null && (await countOpen(db.orm, id)) === 0)
        await moveMassMail(db.orm, id, { from: ['sending'], to: 'done', finishedAt: clock.now() })
      return
    }
  } finally {
    await giveUpLease(db.orm, id, problem)
  }
}

const runnerUses = {
  db: Database,
  clock: Clock,
  mail: Mail,
  users: Users,
  servers: optional(Servers),
  settings: Settings,
  instance: Instance,
  secrets: Secrets,
  plugins: Plugins,
}

export const runMassMail = defineJob(
  RUN_MASS_MAIL,
  { payload: z.object({ id: z.uuid() }), maxAttempts: 1, timeoutMs: RUN_MS },
  runnerUses,
  ({ payload, signal, attempt: _attempt, maxAttempts: _maxAttempts, ...uses }) =>
    run(uses, payload.id, signal),
)

/** Goes on with what a process left unfinished, and with addresses whose pause is over. */
export const resumeMassMails = defineJob(
  'resume-mass-mails',
  { payload: z.object({}), schedule: '* * * * *' },
  { db: Database, clock: Clock, jobs: Jobs },
  async ({ db, clock, jobs }) => {
    for (const { id } of await listIdle(db.orm, clock.now()))
      await jobs.add(RUN_MASS_MAIL, { id }, { key: id })
  },
)
