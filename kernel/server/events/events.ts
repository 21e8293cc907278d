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
import type pg from 'pg'
import { z } from 'zod'
import { queueOf, type JobRunner } from '../jobs/jobs.ts'
import type { Notices } from '../services/notices.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'

const OWNER = 'kernel'
const KEEP_DAYS = 30

interface Listener {
  readonly plugin: string
  readonly event: EventType
  /** Deliveries one at a time, in the queue of the plugin's own jobs. */
  readonly isSerial?: boolean
  handle(event: Delivered<unknown>, context: JobContext): Promise<void>
}

export interface EventBus extends EventsService {
  register(listener: Listener): () => void
  sweep(): Promise<void>
}

export interface EventsDeps {
  readonly pool: pg.Pool
  readonly orm: Db
  readonly runner: JobRunner
  readonly log: LogService
  readonly notices: Pick<Notices, 'send' | 'on'>
}

const fanOutPayload = z.object({ event: z.uuid(), name: z.string() })
const deliverPayload = z.object({ event: z.uuid(), listener: z.string() })
const catchUpPayload = z.object({ listener: z.string() })

type Listeners = Map<string, Listener>

/** The ways of an event to a subscriber: now, or kept until its plugin is on again. */
function createDelivery({ runner }: EventsDeps, listeners: Listeners, subscriptions: Subscriptions) {
  const jobs: JobsService = runner.forPlugin(OWNER)
  const catchUp = (key: string) => jobs.add('catch-up', { listener: key }, { key: `${key}@missed` })
  return {
    catchUp,
    deliver(key: string, event: string, options: { readonly tx?: Queries } = {}) {
      const listener = listeners.get(key)
      const queued = listener?.isSerial ? runner.inQueue(OWNER, queueOf(listener.plugin)) : jobs
      return queued.add('deliver', { event, listener: key }, { key: `${key}@${event}`, ...options })
    },
    async keepFor(keys: readonly string[], event: string) {
      await subscriptions.keepFor(keys, event)
      // Switched on in the meantime: its own look at what it missed may have come too early.
      for (const key of keys) if (listeners.has(key)) await catchUp(key)
    },
    async subscribe(key: string, event: string) {
      await subscriptions.add(key, event)
      const [missed] = await subscriptions.haveMissed([key])
      if (missed !== undefined) await catchUp(missed)
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
  declare('fan-out', fanOutPayload, async ({ event, name }) => {
    const known = await subscriptions.of(name)
    const own = [...listeners].flatMap(([key, listener]) => (listener.event.name === name ? [key] : []))
    const away: string[] = []
    for (const key of new Set([...known, ...own]))
      if (listeners.has(key)) await deliver(key, event)
      else away.push(key)
    if (away.length > 0) await keepFor(away, event)
  })
  declare('deliver', deliverPayload, async ({ event, listener: key }, context) => {
    const listener = listeners.get(key)
    if (!listener) return keepFor([key], event)
    const row = await findEvent(pool, event)
    if (!row) return
    const payload = listener.event.payload.parse(row.payload)
    await listener.handle({ id: event, at: row.created_at, payload }, context)
  })
  declare('catch-up', catchUpPayload, async ({ listener: key }) => {
    if (!listeners.has(key)) return
    const isMore = await orm.transaction(async (tx) => {
      const missed = await subscriptions.take(tx, key)
      for (const event of missed) await deliver(key, event, { tx })
      return missed.length > 0
    })
    if (isMore) await catchUp(key)
  })
}

async function findEvent(pool: pg.Pool, id: string) {
  const { rows } = await pool.query<{ payload: unknown; created_at: Date }>(
    'select payload, created_at from kernel.outbox where id = $1',
    [id],
  )
  return rows[0] ?? null
}

/**
 * An outbox: the event's row commits with the change, then one job per subscriber delivers it, each retried by itself.
 * A subscriber whose plugin is off gets it when it is on again, as long as the row is kept.
 */
export async function createEvents(deps: EventsDeps): Promise<EventBus> {
  const { pool, runner, log } = deps
  const listeners: Listeners = new Map()
  const subscriptions = await createSubscriptions(deps)
  const jobs: JobsService = runner.forPlugin(OWNER)
  const delivery = createDelivery(deps, listeners, subscriptions)
  const { subscribe } = delivery
  declareJobs(deps, listeners, subscriptions, delivery)

  return {
    async emit(tx, event, payload) {
      const body = JSON.stringify(event.payload.parse(payload))
      // Without subscribers there is nothing to store or deliver.
      if (!subscriptions.isWanted(event.name)) return
      const result = await tx.execute<{ id: string }>(
        sql`insert into kernel.outbox (name, payload) values (${event.name}, ${body}::jsonb) returning id`,
      )
      await jobs.add('fan-out', { event: result.rows[0]?.id, name: event.name }, { tx })
    },
    register(listener) {
      const key = `${listener.plugin}/${listener.event.name}`
      if (listeners.has(key)) throw new Error(`E_LISTENER_TWICE: ${key}`)
      listeners.set(key, listener)
      // The hourly sweep tries again what fails here.
      subscribe(key, listener.event.name).catch((error: unknown) =>
        log.warn({ err: error, key }, 'a subscription could not be stored'),
      )
      return () => listeners.delete(key)
    },
    async sweep() {
      for (const [key, { event }] of listeners) await subscribe(key, event.name)
      await subscriptions.sweep([...listeners.keys()])
      await pool.query(`delete from kernel.outbox where created_at < now() - make_interval(days => $1)`, [
        KEEP_DAYS,
      ])
    },
  }
}
