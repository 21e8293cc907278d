import type { EventType } from '@spawnpoint/sdk/common'
import type { Delivered, EventsService, JobContext, JobsService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { z } from 'zod'
import type { JobRunner } from '../jobs/jobs.ts'

const OWNER = 'kernel'
const KEEP_DAYS = 30
const SHORTEST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000

interface Listener {
  readonly plugin: string
  readonly event: EventType
  handle(event: Delivered<unknown>, context: JobContext): Promise<void>
}

export interface EventBus extends EventsService {
  register(listener: Listener): () => void
  sweep(): Promise<void>
}

/** An outbox: the event's row commits with the change, then one job per listener delivers it, each retried by itself. */
export function createEvents(deps: { pool: pg.Pool; runner: JobRunner }): EventBus {
  const listeners = new Map<string, Listener>()
  const jobs: JobsService = deps.runner.forPlugin(OWNER)

  deps.runner.register(OWNER, 'fan-out', {
    payload: z.object({ event: z.uuid(), name: z.string() }),
    maxAttempts: 25,
    timeoutMs: 30_000,
    schedule: null,
    async run(payload) {
      const { event, name } = payload as { event: string; name: string }
      for (const [key, listener] of listeners)
        if (listener.event.name === name)
          await jobs.add('deliver', { event, listener: key }, { key: `${key}@${event}` })
    },
  })

  deps.runner.register(OWNER, 'deliver', {
    payload: z.object({ event: z.uuid(), listener: z.string() }),
    maxAttempts: 25,
    timeoutMs: 60_000,
    schedule: null,
    async run(payload, context) {
      const { event, listener: key } = payload as { event: string; listener: string }
      const listener = listeners.get(key)
      const { rows } = await deps.pool.query<{ payload: unknown; created_at: Date }>(
        'select payload, created_at from kernel.outbox where id = $1',
        [event],
      )
      const row = rows[0]
      if (!row) return
      const { created_at: at } = row
      if (listener)
        return listener.handle({ id: event, at, payload: listener.event.payload.parse(row.payload) }, context)
      // Its plugin is off or not yet up: kept as long as the event, and looked at ever more rarely.
      const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, Date.now() - at.getTime()))
      await jobs.add('deliver', payload, { key: `${key}@${event}`, runAt: new Date(Date.now() + waitMs) })
    },
  })

  return {
    async emit(tx, event, payload) {
      const body = JSON.stringify(event.payload.parse(payload))
      const result = await tx.execute<{ id: string }>(
        sql`insert into kernel.outbox (name, payload) values (${event.name}, ${body}::jsonb) returning id`,
      )
      // Nobody here listens, and every process runs the same plugins: no job for nothing.
      if (![...listeners.values()].some((listener) => listener.event.name === event.name)) return
      await jobs.add('fan-out', { event: result.rows[0]?.id, name: event.name }, { tx })
    },
    register(listener) {
      const key = `${listener.plugin}/${listener.event.name}`
      if (listeners.has(key)) throw new Error(`E_LISTENER_TWICE: ${key}`)
      listeners.set(key, listener)
      return () => listeners.delete(key)
    },
    async sweep() {
      await deps.pool.query(
        `delete from kernel.outbox where created_at < now() - make_interval(days => $1)`,
        [KEEP_DAYS],
      )
    },
  }
}
