import { reportLimits, REPORTS_PATH, type FaultReport, type PluginReport } from '../common/plugin-report.ts'
import type { SessionState } from '@spawnpoint/sdk/browser'
import type { Platform } from '../../browser/platform/platform.ts'
import type { Fault } from '../../common/hooks/fault-ledger.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import { stackWithMessage } from '../../browser/trace-listeners.ts'
import { fitReport } from './fit-reports.ts'

const gatherMs = 1000

interface ReportDeps {
  readonly platform: Pick<Platform, 'fetch' | 'clock' | 'address'>
  readonly find: (id: string) => PlanPlugin | null
  readonly session: () => SessionState
  readonly log: (sentence: string, error: unknown) => void
}

type Told = Pick<Fault, 'owner' | 'effect' | 'error'>

/** Start-up code fails before its plugin is among those that run. */
export interface ToldOfVersion extends Told {
  readonly version: string
}

const line = (text: string): string => text.slice(0, reportLimits.text)

const stackOf = (error: unknown): string => (error instanceof Error ? stackWithMessage(error) : String(error))

/** Tells the server what went wrong here, a moment later and together. Guests' tabs tell nothing. */
export const createPluginReports = ({ platform, find, session, log }: ReportDeps) => {
  let faults: readonly FaultReport[] = []
  let dueAt: number | null = null

  const send = async (report: PluginReport): Promise<void> => {
    try {
      await platform.fetch(REPORTS_PATH, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(report),
        // Users often reload right after an error, so the report must outlive the page.
        keepalive: true,
      })
    } catch (error) {
      log('what went wrong in a plugin could not be reported', error)
    }
  }
  function flush(): void {
    if (dueAt === null) return
    dueAt = null
    // Boot code fails before anybody knows who is signed in.
    if (session().status === 'unknown') return schedule(gatherMs)
    const report = { faults }
    faults = []
    if (session().status === 'signed-in') void send(fitReport(report))
  }
  function schedule(ms: number): void {
    const at = platform.clock.now() + ms
    if (dueAt !== null && dueAt <= at) return
    dueAt = at
    // One that was planned for later finds nothing more to tell, or tells it early.
    platform.clock.setTimeout(flush, ms)
  }
  platform.address.onLeave(flush)
  const add = (
    { owner, effect, error }: Told,
    version: string | undefined,
    more: Pick<FaultReport, 'isNote'>,
  ): void => {
    if (version === undefined || faults.length >= reportLimits.entries) return
    const stack = stackOf(error).slice(0, reportLimits.stack)
    faults = [...faults, { plugin: owner, version: line(version), effect: line(effect), stack, ...more }]
    schedule(gatherMs)
  }
  return {
    /** A plugin was switched off in this tab. */
    fault: (fault: Fault): void => add(fault, find(fault.owner)?.version, {}),
    /** Something failed that staff are told of, and that counts against nothing. */
    note: (fault: ToldOfVersion): void => add(fault, fault.version, { isNote: true }),
  }
}
