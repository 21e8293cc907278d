import type {
  AuditService,
  ClockService,
  InstanceSafeMode,
  LogService,
  Transaction,
} from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import { findProcessStart } from './process-identity.ts'
import type { StartAttempt } from '../../server/host/packaged-plugins.ts'
import type { Notices } from '../../server/services/notices.ts'
import { STOP_SIGNALS } from '../../server/stop-signals.ts'

const MOST_FAILED_STARTS = 2
// A plugin that ends the process may do so with its first timer or message, soon after the product is ready.
const STEADY_AFTER_MS = 60_000

interface Attempt {
  readonly id: string
  readonly process_id: number
  readonly process_started: string
}

const isGone = ({ process_id: pid, process_started: started }: Attempt) => findProcessStart(pid) !== started

/** A start that is stopped by a signal did not fail; once that is recorded, the signal takes effect. */
function watchSignals(forget: () => Promise<void>): () => void {
  const unwatch = () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    unwatch()
    // Without the database the start counts as failed; it ends all the same.
    void forget()
      .catch(() => undefined)
      .finally(() => process.kill(process.pid, signal))
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  return unwatch
}

interface SafeModeDeps {
  readonly pool: pg.Pool
  readonly orm: { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> }
  readonly audit: Pick<AuditService, 'write'>
  readonly clock: ClockService
  readonly log: LogService
  readonly notices: Pick<Notices, 'send'>
  readonly steadyAfterMs?: number | undefined
}

const removeAttempts = (pool: pg.Pool, ids: readonly string[]) =>
  pool.query('delete from kernel.start_attempt where id = any($1::uuid[])', [ids])

async function failedHere(pool: pg.Pool): Promise<readonly string[]> {
  // Only this machine can tell which of its processes are still alive.
  const { rows } = await pool.query<Attempt>(
    'select id, process_id, process_started from kernel.start_attempt where host = $1',
    [hostname()],
  )
  return rows.filter(isGone).map(({ id }) => id)
}

async function enterSafeMode({ orm, audit, clock, notices }: SafeModeDeps, failedStarts: number) {
  await orm.transaction(async (tx) => {
    const entered = await tx.execute(
      sql`insert into kernel.safe_mode (since, failed_starts) values (${clock.now().toISOString()}, ${failedStarts})
          on conflict do nothing returning since`,
    )
    if (entered.rowCount === 0) return
    await tx.execute(sql`update kernel.plan set version = version + 1`)
    const after = failedStarts > 0 ? { failedStarts } : undefined
    await audit.write(tx, {
      actor: null,
      action: 'plugins:safe-mode-entered',
      target: 'plugins',
      ...(after && { after }),
    })
  })
  await notices.send({ kind: 'plugins' })
}

async function evaluateEarlierStarts(deps: SafeModeDeps, isRequested: boolean) {
  const failed = await failedHere(deps.pool)
  const isTrouble = failed.length >= MOST_FAILED_STARTS
  if (isTrouble)
    deps.log.error({ failedStarts: failed.length }, 'the product failed to start: added plugins stay off')
  if (!isTrouble && !isRequested) return
  await enterSafeMode(deps, isTrouble ? failed.length : 0)
  await removeAttempts(deps.pool, failed)
}

/** Records that this process is starting; what is on record when it dies counts as a failed start. */
async function recordStart({
  pool,
  log,
  steadyAfterMs = STEADY_AFTER_MS,
}: SafeModeDeps): Promise<StartAttempt> {
  const own = randomUUID()
  const recorded = pool.query(
    `insert into kernel.start_attempt (id, host, process_id, process_started) values ($1, $2, $3, $4)`,
    [own, hostname(), process.pid, findProcessStart(process.pid) ?? ''],
  )
  // A signal may come while the attempt is being recorded.
  const forget = async () => void (await recorded.then(() => removeAttempts(pool, [own])))
  const unwatch = watchSignals(forget)
  await recorded
  const settle = async () => removeAttempts(pool, [own, ...(await failedHere(pool))])
  let steady: NodeJS.Timeout | undefined
  return {
    ready() {
      unwatch()
      steady = setTimeout(() => {
        settle().catch((error: unknown) => log.warn({ err: error }, 'a steady start was not recorded'))
      }, steadyAfterMs).unref()
    },
    async forget() {
      clearTimeout(steady)
      unwatch()
      await forget()
    },
  }
}

const uncounted: StartAttempt = { ready: () => undefined, forget: async () => undefined }

/** Safe mode of the instance: after two failed starts in a row, or on request, added plugins stay off for everybody. */
export function createSafeMode(deps: SafeModeDeps) {
  const { pool } = deps
  let current: InstanceSafeMode | null = null
  return {
    current: () => current,
    async refresh(): Promise<void> {
      const { rows } = await pool.query<{ since: Date; failed_starts: number }>(
        'select since, failed_starts from kernel.safe_mode',
      )
      current = rows[0] ? { since: rows[0].since, failedStarts: rows[0].failed_starts } : null
    },
    /** Call before anything of a plugin runs. */
    async beginStart(isRequested: boolean, isCounted: boolean): Promise<StartAttempt> {
      await evaluateEarlierStarts(deps, isRequested)
      return isCounted ? recordStart(deps) : uncounted
    },
    async leave(): Promise<void> {
      await pool.query('delete from kernel.safe_mode')
    },
  }
}
