import type { AccessViolation } from '../../sdk/common/hooks.ts'

// The one development address; `localhost` is refused as the rule says.
const developmentHost = '127.0.0.1'
const developmentPorts: readonly string[] = ['5173', '5174']

const permittedPorts: readonly string[] = ['', '80', '443']

/**
 * A dot, no colon, a top label of two characters at least, no digit at the start: that takes out `localhost`, and
 * addresses of numbers, private ones among them.
 */
const isProperDomain = (host: string): boolean => /^\D[^:]*\.[^.:]{2,}$/.test(host)

export const isDevelopmentAddress = ({ hostname, port }: URL): boolean =>
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

/** Whether somebody may open a page of the administration. Both sides ask: only staff may use safe mode. */
export const isStaff = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => permission.startsWith('admin.'))
