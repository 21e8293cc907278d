import { PLAN_PATH, PLAN_VERSION_HEADER, type Plan } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'
import { isPlan } from '../read-page.ts'

export interface PlanSync {
  /** Looks at an answer; a newer plan is fetched and applied. */
  notice(response: Response): void
  refresh(): Promise<void>
}

export const createPlanSync = (
  { fetch }: Pick<Platform, 'fetch'>,
  options: {
    readonly version: () => number
    /** Resolves once the page shows it. */
    readonly apply: (plan: Plan) => Promise<void> | void
    readonly logFailure: (error: unknown) => void
  },
): PlanSync => {
  let asked = 0
  const load = async (): Promise<void> => {
    const response = await fetch(PLAN_PATH, { headers: { accept: 'application/json' }, cache: 'no-store' })
    const body: unknown = await response.json()
    if (response.ok && isPlan(body)) await options.apply(body)
  }
  const refresh = async (): Promise<void> => {
    try {
      await load()
    } catch (error) {
      // The next answer carries the version again.
      asked = 0
      options.logFailure(error)
    }
  }
  return {
    notice: (response) => {
      const version = Number(response.headers.get(PLAN_VERSION_HEADER) ?? 0)
      // Asked once for each version, whatever the answer: the versions of two servers may differ for a moment.
      if (!(version > options.version()) || version <= asked) return
      asked = version
      void refresh()
    },
    refresh,
  }
}
