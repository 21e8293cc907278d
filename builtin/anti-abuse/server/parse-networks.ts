import { isIP } from 'node:net'

const WIDEST = { 4: 8, 6: 16 } as const
const LONGEST = { 4: 32, 6: 128 } as const

/** Null for a line that is no network, or one so wide that it would hold half of the internet. */
function readNetwork(line: string): string | null {
  const [address = '', length, ...rest] = line.split('/')
  const version = isIP(address)
  if ((version !== 4 && version !== 6) || rest.length > 0 || address.includes('%')) return null
  if (length === undefined) return address
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : -1
  return bits >= WIDEST[version] && bits <= LONGEST[version] ? `${address}/${bits}` : null
}

export interface ParsedNetworks {
  readonly networks: readonly string[]
  /** Lines that are no network, as they were written. */
  readonly bad: readonly string[]
}

/** One address or range a line, as lists of VPN providers are written; `#` and `;` begin a comment. */
export function parseNetworks(text: string): ParsedNetworks {
  const lines = text
    .split(/[\r\n,]+/)
    .map((line) => line.replace(/[#;].*$/, '').trim())
    .filter((line) => line !== '')
  const read = lines.map((line) => ({ line, network: readNetwork(line) }))
  return {
    networks: [...new Set(read.flatMap(({ network }) => network ?? []))],
    bad: read.filter(({ network }) => network === null).map(({ line }) => line),
  }
}
