import type { IncomingHttpHeaders } from 'node:http'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Is a write our own page's? `Sec-Fetch-Site` decides where the browser sends it, `Origin` where it does not;
 * a call with neither is no browser of ours and is refused.
 */
export function isOwnOrigin(method: string, headers: IncomingHttpHeaders, origin: string): boolean {
  if (SAFE.has(method)) return true
  const site = headers['sec-fetch-site']
  const from = headers.origin
  if (from !== undefined && from !== origin) return false
  return site === undefined ? from === origin : site === 'same-origin'
}
