import type { UiSettings } from '@spawnpoint/sdk/browser'

/** The appearance that a browser keeps for a person, whatever the account says. */
export interface DeviceSettings {
  readonly settings: Partial<UiSettings>
  readonly transition: string
}

// The cache storage, since local storage is cleared when a session ends.
const NAME = 'ui-customizer'
const addressOf = (person: string): string => `/ui-customizer/${encodeURIComponent(person)}`

type Caches = Pick<CacheStorage, 'open'> | undefined

const isDeviceSettings = (value: unknown): value is DeviceSettings =>
  typeof value === 'object' && value !== null && 'settings' in value && 'transition' in value

/** Null where this browser keeps nothing for the person, or cannot. */
export async function readDevice(caches: Caches, person: string): Promise<DeviceSettings | null> {
  try {
    const found = await (await caches?.open(NAME))?.match(addressOf(person))
    const value: unknown = found ? await found.json() : null
    return isDeviceSettings(value) ? value : null
  } catch {
    // A browser without storage for this site: the account's settings hold.
    return null
  }
}

export async function writeDevice(caches: Caches, person: string, kept: DeviceSettings): Promise<void> {
  if (!caches) throw new Error('This browser keeps nothing for this site')
  await (await caches.open(NAME)).put(addressOf(person), new Response(JSON.stringify(kept)))
}

export async function forgetDevice(caches: Caches, person: string): Promise<void> {
  await (await caches?.open(NAME))?.delete(addressOf(person))
}
