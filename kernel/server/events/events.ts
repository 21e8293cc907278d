import type { EventType } from '@spawnpoint/sdk/common'
import type {
  Db,
  Delivered,
  EventsService,
  JobContext,
  JobsService,
  LogService,
  Queries,
} from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { afterCommit } from '../database/orm.ts'
import { queueOf, type JobRunner } from '../jobs/jobs.ts'
import type { Notices } from '../services/notices.ts'
import { createSubscriptions, type Subscription, type Subscriptions } from './subscriptions.ts'

const OWNER = 'kernel'
const KEEP_DAYS = 30
// Events of the same moment share a job.
const SOON_MS = 10
/** Events that one transaction hands on. */
const BATCH = 200

interface Listener {
  readonly plugin: string
  readonly event: EventType
  /** Deliveries one at a time, in the queue of the plugin's own jobs. */
  readonly isSerial?: boolean
  handle(event: Delivered<unknown>, context: JobContext): Promise<void>
}

export interface EventBus extends EventsService {
  register(listener: Listener): () => void
  /** Hands on what was left waiting, as by a process that ended right after a commit. */
  resume(): void
  sweep(): Promise<void>
}

export interface EventsDeps {
  readonly pool: pg.Pool
  readonly orm: Db
  readonly runner: JobRunner
  readonly log: LogService
  readonly notices: Pick<Notices, 'send' | 'on'>
}

const deliverPayload = z.object({ event: z.uuid(), listener: z.string() })
const catchUpPayload = z.object({ listener: z.string() })

type Listeners = Map<string, Listener>

/** The ways of an event to a subscriber: now, or kept until its plugin is on again. */
function createDelivery({ runner }: EventsDeps, listeners: Listeners, subscriptions: Subscriptions) {
  const jobs: JobsService = runner.forPlugin(OWNER)
  const catchUp = (key: string) => jobs.add('catch-up', { listener: key }, { key: `${key}@missed` })
  return {
    catchUp,
    deliver(tx: Queries, all: readonly { readonly key: string; readonly event: string }[]) {
      const deliveries = all.map(({ key, event }) => {
        const listener = listeners.get(key)
        const queue = listener?.isSerial ? queueOf(listener.plugin) : null
        return { name: 'deliver', payload: { event, listener: key }, key: `${key}@${event}`, queue }
      })
      return runner.addAll(OWNER, deliveries, tx)
    },
    async keepFor(key: string, event: string) {
      await subscriptions.keepFor(key, event)
      // Switched on in the meantime: its own look at what it missed may have come too early.
      if (listeners.has(key)) await catchUp(key)
    },
    async subscribe(all: readonly Subscription[]) {
      await subscriptions.store(all)
      const missed = await subscriptions.haveMissed(all.map(({ subscriber }) => subscriber))
      for (const each of missed) await catchUp(each)
    },
  }
}

type Delivery = ReturnType<typeof createDelivery>
type Declare = <S extends z.ZodType>(
  name: string,
  payload: S,
  run: (payload: z.output<S>, context: JobContext) => Promise<void>,
) => void

const declareOn =
  (runner: JobRunner): Declare =>
  (name, payload, run) =>
    void runner.register(OWNER, name, {
      payload,
      maxAttempts: 25,
      timeoutMs: 60_000,
      schedule: null,
      // The runner parsed it with the schema above.
      run: (parsed, context) => run(parsed as z.output<typeof payload>, context),
    })

function declareJobs(
  { pool, orm, runner }: EventsDeps,
  listeners: Listeners,
  subscriptions: Subscriptions,
  { deliver, keepFor, catchUp }: Delivery,
) {
  const declare = declareOn(runner)

  // Jobs of older versions name an event; it waits like any other.
  declare('fan-out', z.unknown(), async () => {
    for (;;) {
      const events = await orm.transaction(async (tx) => {
        const taken = await takeWaiting(tx)
        const wanted = taken.flatMap(({ id, name, known }) => {
          const own = [...listeners].flatMap(([key, { event }]) => (event.name === name ? [key] : []))
          return [...new Set([...known, ...own])].map((key) => ({ key, event: id }))
        })
        await deliver(tx, wanted)
        return taken
      })
      if (events.length < BATCH) return
    }
  })
  declare('deliver', deliverPayload, async ({ event, listener: key }, context) => {
    const listener = listeners.get(key)
    if (!listener) return keepFor(key, event)
    const row = await findEvent(pool, event)
    if (!row) return
    const payload = listener.event.payload.parse(row.payload)
    await listener.handle({ id: event, at: row.created_at, payload }, context)
  })
  declare('catch-up', catchUpPayload, async ({ listener: key }) => {
    if (!listeners.has(key)) return
    const isMore = await orm.transaction(async (tx) => {
      const missed = await subscriptions.take(tx, key)
      const deliveries = missed.map((event) => ({ key, event }))
      await deliver(tx, deliveries)
      return missed.length > 0
    })
    if (isMore) await catchUp(key)
  })
}

/** The oldest events that wait, in their order, with their subscribers; who looks at the same time gets others. */
async function takeWaiting(tx: Queries) {
  // As an array the events are read once. A join may read them for each row, and then each time others are the first.
  const { rows } = await tx.execute<{ id: string; name: string; known: string[] }>(sql`
    with taken as (
      update kernel.outbox set fanned_out_at = now() where id = any(array(
        select id from kernel.outbox where fanned_out_at is null
        order by created_at limit ${BATCH} for update skip locked
      )) returning *
    )
    select id, name, array(select subscriber from kernel.subscription where event = name order by 1) as known
    from taken order by created_at`)
  return rows
}

async function findEvent(pool: pg.Pool, id: string) {
  const { rows } = await pool.query<{ payload: unknown; created_at: Date }>(
    'select payload, created_at from kernel.outbox where id = $1',
    [id],
  )
  return rows[0] ?? null
}

/** Stores subscriptions together: at the start each plugin has some, and the database may be far away. */
function createSubscribing({ log }: EventsDeps, subscribe: Delivery['subscribe']) {
  let waiting: Subscription[] = []
  let isStoring = false
  async function storeWaiting() {
    for (; waiting.length > 0; await delay(SOON_MS, undefined, { ref: false })) {
      const taken = waiting
      waiting = []
      // The hourly sweep tries again what fails here.
      await subscribe(taken).catch((error: unknown) =>
        log.warn({ err: error, subscriptions: taken }, 'subscriptions could not be stored'),
      )
    }
    isStoring = false
  }
  return (subscription: Subscription) => {
    waiting.push(subscription)
    if (isStoring) return
    isStoring = true
    void storeWaiting()
  }
}

/**
 * An outbox: the event's row commits with the change. A job soon after the commit queues one delivery for each subscriber,
 * and each is retried by itself. A subscriber whose plugin is off gets it when it is on again, as long as the row is kept.
 * No job is added in the transaction itself: its NOTIFY takes a lock of the whole database that is held through the
 * commit, so that money would move one transaction at a time.
 */
export async function createEvents(deps: EventsDeps): Promise<EventBus> {
  const { pool, runner, log } = deps
  const listeners: Listeners = new Map()
  const subscriptions = await createSubscriptions(deps)
  const jobs: JobsService = runner.forPlugin(OWNER)
  const delivery = createDelivery(deps, listeners, subscriptions)
  const { subscribe } = delivery
  const subscribeSoon = createSubscribing(deps, subscribe)
  declareJobs(deps, listeners, subscriptions, delivery)
  let isWaking = false
  const wake = () => {
    if (isWaking) return
    isWaking = true
    setTimeout(() => {
      isWaking = false
      // The next event takes it along, or the hourly sweep.
      jobs
        .add('fan-out', {}, { key: 'fan-out' })
        .catch((error: unknown) => log.debug({ err: error }, 'events wait'))
    }, SOON_MS).unref()
  }

  return {
    async emit(tx, event, payload) {
      const body = JSON.stringify(event.payload.parse(payload))
      // Without subscribers there is nothing to store or deliver.
      if (!subscriptions.isWanted(event.name)) return
      await tx.execute(sql`insert into kernel.outbox (name, payload) values (${event.name}, ${body}::jsonb)`)
      // A savepoint, or a transaction that is not the product's own, tells nobody of its commit.
      if (!afterCommit(tx, wake)) await jobs.add('fan-out', {}, { tx })
    },
    register(listener) {
      const key = `${listener.plugin}/${listener.event.name}`
      if (listeners.has(key)) throw new Error(`E_LISTENER_TWICE: ${key}`)
      listeners.set(key, listener)
      subscriptions.want(listener.event.name)
      subscribeSoon({ subscriber: key, event: listener.event.name })
      return () => listeners.delete(key)
    },
    resume: wake,
    async sweep() {
      wake()
      await subscribe([...listeners].map(([subscriber, { event }]) => ({ subscriber, event: event.name })))
      await subscriptions.sweep([...listeners.keys()])
      await pool.query(`delete from kernel.outbox where created_at < now() - make_interval(days => $1)`, [
        KEEP_DAYS,
      ])
    },
  }
}
