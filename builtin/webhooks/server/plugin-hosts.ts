import { reachOf } from '@spawnpoint/sdk/common'

const matches = (pattern: string, host: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

/** True for a host that the plugin's manifest names, to which the operator has agreed. */
export const mayCall = (
  { capabilities }: { readonly capabilities: readonly string[] },
  host: string,
): boolean => reachOf(capabilities, 'http.external:').some((each) => matches(each, host))

/**
 * Refuses an address that the plugin may not send to: https and its own port, as with all that a plugin calls. Hosts of the
 * operator's own network, as `admin.root` named them, may do without, and have to be in the manifest too.
 */
export function requireAddress(
  plugin: { readonly id: string; readonly capabilities: readonly string[] },
  address: string,
  privateHosts: readonly string[],
): URL {
  const url = new URL(address)
  const { hostname, host, port, protocol } = url
  if (!mayCall(plugin, hostname))
    throw new Error(
      `E_HOST: ${plugin.id} sends to ${hostname}; add "http.external:${hostname}" to capabilities in manifest.ts`,
    )
  if (privateHosts.includes(host) || privateHosts.includes(hostname)) return url
  if (protocol !== 'https:')
    throw new Error(`E_HOST: ${plugin.id} may send over https only, not ${protocol}//`)
  if (port !== '') throw new Error(`E_HOST: ${plugin.id} may send to port 443 only, not ${port}`)
  return url
}
