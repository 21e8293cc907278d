import { isIP } from 'node:net'

/** Which proxies may say who called: none, all, a list of addresses, or the nearest few by count. */
export type ProxyTrust = boolean | string | ((address: string, hop: number) => boolean)

const ranges = new Set(['loopback', 'linklocal', 'uniquelocal'])

const isAddress = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)
}

/** Whether a text of the environment says which proxies to trust. */
export const isProxyTrust = (text: string): boolean =>
  /^(true|false|\d+)$/.test(text) ||
  text.split(',').every((each) => ranges.has(each.trim()) || isAddress(each.trim()))

/** `1` hop, `true`, or a list of proxy addresses; nothing is trusted by default. */
export function readProxyTrust(text: string | undefined): ProxyTrust {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  const hops = /^\d+$/.test(text) ? Number(text) : null
  return hops === null ? text : (_address, hop) => hop < hops
}
