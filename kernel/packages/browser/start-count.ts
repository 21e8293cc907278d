import { isStaff } from '../../common/access-rule.ts'
import { loadCachedPermissions } from '../../browser/session/session-cache.ts'
import type { Plan } from '../../common/plan.ts'
import type { Platform } from '../../browser/platform/platform.ts'

const key = 'spawnpoint_starts'
const patience = 2

type Deps = Pick<Platform, 'tabStorage' | 'storage' | 'address'>

export interface StartCount {
  /** True when this start is given up for one in safe mode. */
  begin(plan: Plan): boolean
  succeeded(): void
  failed(): void
  /** The page is left: by somebody who did not wait, which is no failure. */
  left(): void
}

const safeAddress = (url: URL): string => {
  const safe = new URL(url)
  safe.searchParams.set('safe-mode', '1')
  return `${safe.pathname}${safe.search}${safe.hash}`
}

/** After two starts in a row that came to nothing, a tab of staff tries without run-time plugins. */
export const createStartCount = ({ tabStorage, storage, address }: Deps): StartCount => {
  let hasFailed = false
  const forget = (): void => tabStorage.remove(key)
  return {
    begin: ({ safeMode, plugins }) => {
      const starts = Number(tabStorage.get(key) ?? 0)
      // The server refuses safe mode to everybody else.
      const isAllowed = isStaff(loadCachedPermissions(storage))
      const canHelp = !safeMode && isAllowed && plugins.some(({ integrity }) => integrity !== undefined)
      if (starts >= patience && canHelp) {
        forget()
        address.assign(safeAddress(address.url()))
        return true
      }
      tabStorage.set(key, String(starts + 1))
      return false
    },
    succeeded: forget,
    failed: () => {
      hasFailed = true
    },
    left: () => {
      if (!hasFailed) forget()
    },
  }
}
