import { reachOf } from '@spawnpoint/sdk/common'
import known from './plugin-services.json' with { type: 'json' }

const providers = new Set(known.providers)
const open = new Set(known.services)

/** Services of the product that a plugin asks for and no plugin can use: nothing of them travels as data. */
export const findClosedServices = (capabilities: readonly string[]): readonly string[] =>
  reachOf(capabilities, 'server.services:').filter((token) => {
    const [provider = ''] = token.split('.', 1)
    return providers.has(provider) && !open.has(token)
  })
