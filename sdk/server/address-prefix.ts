import { isIPv6 } from 'node:net'

const zeros = (length: number) => Array<string>(length).fill('0')

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(ip: string): readonly string[] {
  // The URL parser writes every form of an address in the one of RFC 5952. A zone is no part of the address.
  const { hostname } = new URL(`http://[${ip.replace(/%.*$/, '')}]`)
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  return [...left, ...zeros(8 - left.length - right.length), ...right]
}

/** Key for rate limits: an IPv4 address, or the /64 prefix of an IPv6 address. @example await limits.take(`guess:${addressPrefix(ip)}`, { max: 10, perSeconds: 60 }) */
export function addressPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return groups.slice(0, 4).join(':')
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}
