import type { AccessViolation } from '../../sdk/common/hooks.ts'
import { findViolations, isDevelopmentAddress } from '../common/access-rule.ts'
import type { KernelHookBus } from '../common/hooks/hook-bus.ts'

/** Aborts the start-up; its message is the specification's. */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError'
  readonly violations: readonly AccessViolation[]
  constructor(violations: readonly AccessViolation[]) {
    super('Access denied: the client cannot be used on HTTP, IP, or port access')
    this.violations = violations
  }
}

type Bus = Pick<KernelHookBus, 'on' | 'callAsync'>

/** Core's own check: the last tap of the hook, which no plugin can remove. */
export const tapCoreCheck = (bus: Pick<Bus, 'on'>): void => {
  const stage = 1000
  bus.on(
    'core',
    'beforeAccessCheck',
    ({ url, report }) => {
      for (const violation of findViolations(url)) report(violation)
    },
    { stage },
  )
}

/** Plugins report first, core last: nobody can take a violation away. The development address skips the check. */
export const checkAccess = async (
  url: URL,
  bus: Pick<Bus, 'callAsync'>,
  /** A rule of a plugin that fails, hangs or is never registered must not open the page. */
  unfinishedRules: () => readonly string[],
): Promise<readonly AccessViolation[]> => {
  if (isDevelopmentAddress(url)) return []
  const reported: AccessViolation[] = []
  const report = ({ code, text }: AccessViolation): void => void reported.push({ code, text })
  const probe = Object.freeze({
    // A copy for each reader: no tap can change the address that a later one checks.
    get url() {
      return new URL(url)
    },
    report,
  })
  await bus.callAsync('beforeAccessCheck', probe)
  const failed = unfinishedRules().map((plugin) => ({
    code: 'RULE_FAILED',
    text: `The access rule of the plugin “${plugin}” could not be checked`,
  }))
  return [...reported, ...failed]
}
