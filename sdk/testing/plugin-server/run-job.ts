import type { ClockService, SchedulesService } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Core } from '../../../kernel/server/core.ts'

const LOOK_MS = 20
const MINUTE_MS = 60_000

type Background = Pick<Core, 'pool' | 'runner'>

/** Runs a job of a plugin now, and resolves when it has ended. Rejects with its failure, and where there is no such job. */
export async function runJob(
  { pool, runner }: Background,
  plugin: string,
  name: string,
  payload: unknown = {},
): Promise<void> {
  const key = `test-${randomUUID()}`
  await runner.forPlugin(plugin).add(name, payload, { key })
  for (;;) {
    const { rows } = await pool.query<{ id: string; failure: string | null; isPutOff: boolean }>(
      `select id, last_error as failure, run_at > now() + interval '10 s' as "isPutOff"
       from graphile_worker.jobs where key = $1`,
      [`${plugin}/${key}`],
    )
    const [row] = rows
    if (!row) return
    if (row.failure !== null || row.isPutOff) {
      await pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [row.id])
      throw new Error(
        row.failure === null
          ? `The plugin ${plugin} has no job named ${name}, or is off.`
          : `The job ${name} failed: ${row.failure}`,
      )
    }
    await pause(LOOK_MS)
  }
}

const isDueWithin = (
  { isDue }: Pick<Awaited<ReturnType<SchedulesService['list']>>[number], 'isDue'>,
  from: number,
  to: number,
) => {
  for (let at = Math.floor(from / MINUTE_MS + 1) * MINUTE_MS; at <= to; at += MINUTE_MS)
    if (isDue(new Date(at))) return true
  return false
}

/** A clock that goes with the time of day, and may be put on. */
export interface TestClock extends ClockService {
  advance(ms: number): void
}

export function createTestClock(): TestClock {
  let ahead = 0
  return { now: () => new Date(Date.now() + ahead), advance: (ms) => void (ahead += ms) }
}

/** Puts the clock on, and runs once each scheduled job of the plugin that fell due meanwhile. */
export async function passTime(
  background: Background,
  { clock, plugin, ms }: { readonly clock: TestClock; readonly plugin: string; readonly ms: number },
): Promise<void> {
  const from = clock.now().getTime()
  clock.advance(ms)
  const to = clock.now().getTime()
  for (const job of await background.runner.schedules.list())
    if (job.plugin === plugin && isDueWithin(job, from, to)) await runJob(background, plugin, job.name)
}
