import type { SessionState } from '@spawnpoint/sdk/browser'
import type { DeprecatedUse } from '@spawnpoint/sdk/common'
import type { PlanPlugin } from '../../common/plan.ts'
import type { Fault } from '../../common/hooks/fault-ledger.ts'
import {
  reportLimits,
  REPORTS_PATH,
  type FaultReport,
  type PluginReport,
} from '../../common/plugin-report.ts'
import type { Platform } from '../platform/platform.ts'

const gatherMs = 1000

interface ReportDoors {
  readonly platform: Pick<Platform, 'fetch' | 'clock'>
  readonly find: (id: string) => PlanPlugin | null
  readonly session: () => SessionState
  readonly log: (sentence: string, error: unknown) => void
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)

/** Tells the server what went wrong here, a moment later and together. Guests' tabs tell nothing. */
export const createPluginReports = ({ platform, find, session, log }: ReportDoors) => {
  const told = new Set<string>()
  let faults: readonly FaultReport[] = []
  let deprecations: readonly DeprecatedUse[] = []
  let isDue = false

  const send = async (report: PluginReport): Promise<void> => {
    try {
      await platform.fetch(REPORTS_PATH, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(report),
      })
    } catch (error) {
      log('what went wrong in a plugin could not be reported', error)
    }
  }
  const flush = (): void => {
    isDue = false
    const report = { faults, deprecations }
    faults = []
    deprecations = []
    if (session().status === 'signed-in') void send(report)
  }
  const schedule = (): void => {
    if (isDue) return
    isDue = true
    platform.clock.setTimeout(flush, gatherMs)
  }
  return {
    /** A plugin was switched off in this tab. */
    fault: ({ owner, effect, error }: Fault): void => {
      const version = find(owner)?.version
      if (version === undefined || faults.length >= reportLimits.entries) return
      const cut = {
        effect: effect.slice(0, reportLimits.text),
        stack: stackOf(error).slice(0, reportLimits.stack),
      }
      faults = [...faults, { plugin: owner, version, ...cut }]
      schedule()
    },
    /** Once per page and plugin. */
    deprecated: (use: DeprecatedUse): void => {
      const key = `${use.plugin} ${use.name}`
      if (told.has(key) || !find(use.plugin) || deprecations.length >= reportLimits.entries) return
      told.add(key)
      deprecations = [...deprecations, use]
      schedule()
    },
  }
}
