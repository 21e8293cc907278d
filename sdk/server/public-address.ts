import { BlockList, isIPv4 } from 'node:net'

// IANA's special-purpose registries: what is not reachable as a public unicast address.
const notPublic = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  // Inside of 2000::/3; everything outside of it is refused as a whole.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
}

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}

const refused4 = listOf(notPublic.ipv4, 'ipv4')
const refused6 = listOf(notPublic.ipv6, 'ipv6')
const global6 = listOf(['2000::/3'], 'ipv6')

/**
 * True for an address on the public internet; false for our own machine, its networks and what only looks public.
 *
 * @example isPublicAddress('203.0.113.9') // false: reserved for documentation
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4')
  return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}
