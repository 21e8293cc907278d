import { isPanelError, panelSettings, type PanelFailure } from '@spawnpoint/contracts/panel'
import { setTimeout as waitFor } from 'node:timers/promises'
import type { ServerUses } from './server-uses.ts'
import { deleteOutdatedUsage, listDue, saveSamples, type Sample } from './usage-queries.ts'

// The other half of the panel's budget is for consoles and power buttons.
const shareOfBudget = 0.5
const minuteMs = 60_000
/** No call begins later in the minute: the next run begins with the next. */
const callingMs = 50_000
const atOnce = 4
const mostFailures = 8
const cleaningMinute = 17
const ofOneServer: ReadonlySet<PanelFailure> = new Set(['not-found', 'conflict', 'invalid'])
const ofTheWholePanel: ReadonlySet<PanelFailure> = new Set(['rate-limited', 'unauthorized'])

type Uses = Pick<ServerUses, 'clock' | 'consoles' | 'settings' | 'limits' | 'log'> & {
  readonly db: Pick<ServerUses['db'], 'orm'>
}

interface Run {
  readonly at: Date
  readonly perMinute: number
  readonly queue: { readonly id: string; readonly panelId: number; readonly identifier: string }[]
  readonly ending: AbortSignal
  readonly samples: Sample[]
  readonly pause: (ms: number) => Promise<unknown>
  failures: number
}

/** A stopped game uses nothing and is not measured. */
const measure = async ({ consoles, clock }: Uses, { at }: Run, row: Run['queue'][number]) => {
  const { state, use } = await consoles.usage(row)
  if (state === null || state === 'offline') return null
  return { server: row.id, at, measuredAt: clock.now(), ...use }
}

const noteFailure = ({ log }: Uses, run: Run, error: unknown) => {
  if (!isPanelError(error)) throw error
  if (ofOneServer.has(error.reason)) return
  run.failures += 1
  if (!ofTheWholePanel.has(error.reason) && run.failures < mostFailures) return
  run.queue.length = 0
  log.debug({ reason: error.reason, detail: error.detail }, 'servers were not measured')
}

/** Measures one server after the other, no faster than the budget goes on giving turns. */
const work = async (uses: Uses, run: Run): Promise<void> => {
  const { perMinute, ending, samples, queue } = run
  const key = `servers:usage:${Math.floor(run.at.getTime() / minuteMs) % 2}`
  for (let row = queue.shift(); row && !ending.aborted; row = queue.shift()) {
    // Shared by all processes, so that a run that was begun twice makes no more calls than one.
    if (!(await uses.limits.take(key, { max: perMinute, perSeconds: 60 }))) return
    try {
      const sample = await measure(uses, run, row)
      if (sample) samples.push(sample)
      run.failures = 0
    } catch (error) {
      noteFailure(uses, run, error)
    }
    if (queue.length > 0) await run.pause((atOnce * minuteMs) / perMinute)
  }
}

/** Measures the servers whose turn it is in this minute. */
export const sampleUsage = async (
  uses: Uses,
  signal: AbortSignal,
  pause: Run['pause'] = waitFor,
): Promise<void> => {
  const { db, clock, consoles, settings } = uses
  const at = clock.now()
  const minute = Math.floor(at.getTime() / minuteMs)
  if (minute % 60 === cleaningMinute) await deleteOutdatedUsage(db.orm, at)
  if (!consoles.available()) return
  const perMinute = Math.max(
    1,
    Math.floor(settings.read(panelSettings).panel_calls_per_minute * shareOfBudget),
  )
  const run: Run = {
    at,
    perMinute,
    queue: await listDue(db.orm, minute, perMinute),
    ending: AbortSignal.any([signal, AbortSignal.timeout(callingMs)]),
    samples: [],
    pause,
    failures: 0,
  }
  await Promise.all(Array.from({ length: atOnce }, () => work(uses, run)))
  await saveSamples(db.orm, run.samples)
}
