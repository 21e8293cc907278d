import { ALL_EVENTS, webhookEvents } from '@spawnpoint/contracts/webhooks/schemas'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { isPublicAddress, Settings } from '@spawnpoint/sdk/server'
import { isIP } from 'node:net'
import { webhooks } from '../resource.ts'
import { privateHosts } from './private-hosts.ts'

const known: ReadonlySet<string> = new Set([ALL_EVENTS, ...webhookEvents])

/** Checks the address by itself; where its name leads is checked with each message. */
function isAllowed(address: string, excepted: readonly string[]): boolean {
  const { protocol, host, hostname } = new URL(address)
  if (excepted.includes(host) || excepted.includes(hostname)) return true
  const bare = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(bare) === 0 || isPublicAddress(bare))
}

const stateOf = (row: { enabled: boolean; pausedAt: unknown; failingSince: unknown }) => {
  if (!row.enabled) return 'disabled'
  if (row.pausedAt !== null) return 'paused'
  return row.failingSince === null ? 'active' : 'failing'
}

export const servedWebhooks = serveResource(webhooks, { settings: Settings }, ({ settings }) => ({
  // An address may carry the right to write to it, as those of Discord do.
  export: { omit: ['address'] },
  async beforeTransaction({ values: { address, events }, fail }) {
    if (address !== undefined && !isAllowed(address, privateHosts(settings)))
      throw fail('WEBHOOKS_ADDRESS', { fields: { address: 'WEBHOOKS_ADDRESS' } })
    const isWrong = events?.some((each) => !known.has(each)) === true
    if (isWrong || (events && new Set(events).size < events.length))
      throw fail('WEBHOOKS_EVENTS', { fields: { events: 'WEBHOOKS_EVENTS' } })
  },
  async present(rows) {
    return rows.map((row) => ({ ...row, state: stateOf(row) }))
  },
}))
