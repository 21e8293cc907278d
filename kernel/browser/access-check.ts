import type { AccessViolation } from '../../sdk/common/hooks.ts'
import type { KernelHookBus } from '../common/hooks/hook-bus.ts'

// The one development address; `localhost` is refused as the rule says.
const developmentHost = '127.0.0.1'
const developmentPorts: readonly string[] = ['5173', '5174']

const permittedPorts: readonly string[] = ['', '80', '443']

/**
 * A dot, no colon, a top label of two characters at least, no digit at the start: that takes out `localhost`, and
 * addresses of numbers, private ones among them.
 */
const isProperDomain = (host: string): boolean => /^\D[^:]*\.[^.:]{2,}$/.test(host)

const isDevelopmentAddress = ({ hostname, port }: URL): boolean =>
  hostname === developmentHost && developmentPorts.includes(port)

/** The violations of the page address, in the order they are reported. */
export const findViolations = (url: URL): readonly AccessViolation[] => {
  if (isDevelopmentAddress(url)) return []
  const { protocol, hostname, port } = url
  return [
    ...(protocol === 'http:' ? [{ code: 'HTTP', text: 'HTTP connection (use HTTPS)' }] : []),
    ...(isProperDomain(hostname)
      ? []
      : [{ code: 'DOMAIN', text: 'Invalid domain access (use proper domain)' }]),
    ...(permittedPorts.includes(port) ? [] : [{ code: 'PORT', text: `Port ${port} (use reverse proxy)` }]),
  ]
}

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
