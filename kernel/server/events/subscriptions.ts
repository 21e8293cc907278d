import type { LogService, Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Notices } from '../services/notices.ts'

// A plugin that was taken away for good must not collect for ever.
const FORGET_DAYS = 90
const BATCH = 500

export interface Subscription {
  readonly subscriber: string
  readonly event: string
}

export interface SubscriptionsDeps {
  readonly pool: pg.Pool
  readonly log: LogService
  readonly notices: Pick<Notices, 'send' | 'on'>
}

export interface Subscriptions {
  /** Did anybody ever ask for this event? */
  isWanted(event: string): boolean
  /** This process knows at once that somebody asks for the event; `store` tells the others. */
  want(event: string): void
  /** Remembers subscribers for good. */
  store(all: readonly Subscription[]): Promise<void>
  keepFor(subscriber: string, event: string): Promise<void>
  /** Takes a batch of what a subscriber missed, for good with the transaction. */
  take(tx: Queries, subscriber: string): Promise<readonly string[]>
  haveMissed(subscribers: readonly string[]): Promise<readonly string[]>
  sweep(active: readonly string[]): Promise<void>
}

/** Events that paused subscribers have missed. */
const missedEvents = (pool: pg.Pool): Pick<Subscriptions, 'keepFor' | 'take' | 'haveMissed'> => ({
  async keepFor(subscriber, event) {
    await pool.query(
      `insert into kernel.missed_event (subscriber, event_id)
       select s.subscriber, o.id from kernel.subscription s, kernel.outbox o
       where s.subscriber = $1 and o.id = $2 on conflict do nothing`,
      [subscriber, event],
    )
  },
  async take(tx, subscriber) {
    const { rows } = await tx.execute<{ event_id: string }>(sql`
      delete from kernel.missed_event where subscriber = ${subscriber} and event_id in (
        select event_id from kernel.missed_event where subscriber = ${subscriber} limit ${BATCH}
      ) returning event_id`)
    return rows.map((row) => row.event_id)
  },
  async haveMissed(subscribers) {
    const { rows } = await pool.query<{ subscriber: string }>(
      'select distinct subscriber from kernel.missed_event where subscriber = any($1)',
      [subscribers],
    )
    return rows.map(({ subscriber }) => subscriber)
  },
})

/** Subscriptions, active or paused, and the events each has missed. */
export async function createSubscriptions({ pool, log, notices }: SubscriptionsDeps): Promise<Subscriptions> {
  const wanted = new Set<string>()

  async function load() {
    const { rows } = await pool.query<{ event: string }>('select distinct event from kernel.subscription')
    for (const { event } of rows) wanted.add(event)
  }
  await load()
  const complain = (error: unknown) => log.warn({ err: error }, 'the subscriptions could not be read')
  notices.on(({ kind }) => {
    if (kind === 'subscriptions' || kind === 'reconnected') load().catch(complain)
  })

  return {
    isWanted: (event) => wanted.has(event),
    want: (event) => void wanted.add(event),
    async store(all) {
      // In one order in every process: two that store the same ones wait for each other.
      const sorted = all.toSorted((a, b) => (a.subscriber < b.subscriber ? -1 : 1))
      const { rows } = await pool.query<{ fresh: boolean }>(
        `insert into kernel.subscription (subscriber, event) select * from unnest($1::text[], $2::text[])
         on conflict (subscriber) do update set last_on_at = now() returning xmax = 0 as fresh`,
        [sorted.map(({ subscriber }) => subscriber), sorted.map(({ event }) => event)],
      )
      if (rows.some(({ fresh }) => fresh)) await notices.send({ kind: 'subscriptions' })
    },
    ...missedEvents(pool),
    async sweep(active) {
      await pool.query('update kernel.subscription set last_on_at = now() where subscriber = any($1)', [
        active,
      ])
      await pool.query(
        'delete from kernel.subscription where last_on_at < now() - make_interval(days => $1)',
        [FORGET_DAYS],
      )
    },
  }
}
