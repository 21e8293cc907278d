import type { Network } from './https-exchange.ts'

/** All of the network that there is, as data, so that a worker can be told of it: tests reach nothing else. */
export interface ClosedNetwork {
  /** Name → address. */
  readonly hosts: Readonly<Record<string, string>>
  /** The certificate that its servers show. */
  readonly ca?: string
  readonly port?: number
}

export const closedNetwork = ({ hosts, ...more }: ClosedNetwork): Network => ({
  ...more,
  resolve: async (host) => {
    const address = Object.hasOwn(hosts, host) ? hosts[host] : undefined
    if (address === undefined) throw new Error(`nobody knows ${host}`)
    return [{ address, family: 4 }]
  },
  isAllowed: () => true,
})
