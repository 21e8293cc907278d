import { reachOf } from '@spawnpoint/sdk/common'
import { nearestName } from './build/nearest-name.ts'
import names from './known-names.json' with { type: 'json' }
import known from './plugin-services.json' with { type: 'json' }

const providers = new Set(known.providers)
const open = new Set(known.services)

/** Services of the product that a plugin asks for and no plugin can use: nothing of them travels as data. */
export const findClosedServices = (capabilities: readonly string[]): readonly string[] =>
  reachOf(capabilities, 'server.services:').filter((token) => {
    const [provider = ''] = token.split('.', 1)
    return providers.has(provider) && !open.has(token)
  })

const existing = new Set<string>(names.services)

/** True for a service that the product has, whether plugins can use it or not. */
export const isService = (token: string): boolean => existing.has(token)

/** The service that somebody may have meant, among those that plugins can use; null when none is near. */
export const nearestService = (token: string): string | null => nearestName(token, open)
