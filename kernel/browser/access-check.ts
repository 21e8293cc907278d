import type { AccessViolation } from '../../sdk/common/hooks.ts'
import { findViolations } from '../common/access-rule.ts'
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

/** Plugins report first, core last: nobody can take a violation away. */
export const checkAccess = async (
  url: URL,
  bus: Pick<KernelHookBus, 'callAsync'>,
): Promise<readonly AccessViolation[]> => {
  const reported: AccessViolation[] = []
  const report = ({ code, text }: AccessViolation): void => void reported.push({ code, text })
  await bus.callAsync('beforeAccessCheck', Object.freeze({ url: new URL(url), report }))
  return [...findViolations(url), ...reported]
}
