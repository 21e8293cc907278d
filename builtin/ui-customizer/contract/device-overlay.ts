/** One field of the interface settings that this device shows in another way than the person chose. */
export interface ReplacedSetting {
  readonly group: string
  readonly field: string
  /** The person's own value, which the account keeps. */
  readonly own: unknown
  /** The value on this device. */
  readonly here: unknown
}

/** All replaced fields of this device. They are in the settings of this browser, and never reach the account. */
export type DeviceOverlay = readonly ReplacedSetting[]

interface OverlayStorage {
  get(key: string): string | null
  set(key: string, value: string): void
}

const KEY = 'device-overlay'

const isReplaced = (value: unknown): value is ReplacedSetting =>
  typeof value === 'object' && value !== null && 'group' in value && 'field' in value && 'here' in value

/** Empty where this device shows everything as the person chose it. */
export const readOverlay = (storage: Pick<OverlayStorage, 'get'>): DeviceOverlay => {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isReplaced) : []
  } catch {
    // The stored value is invalid: nothing is replaced.
    return []
  }
}

export const writeOverlay = (storage: Pick<OverlayStorage, 'set'>, overlay: DeviceOverlay): void =>
  storage.set(KEY, JSON.stringify(overlay))

type Groups = Readonly<Record<string, unknown>>

const change = <Settings extends object>(
  settings: Settings,
  overlay: DeviceOverlay,
  valueOf: (replaced: ReplacedSetting, now: unknown) => unknown,
): Settings => {
  const changed: Record<string, unknown> = Object.fromEntries(Object.entries(settings))
  for (const replaced of overlay) {
    const group = changed[replaced.group]
    if (typeof group !== 'object' || group === null) continue
    const now = (group as Groups)[replaced.field]
    changed[replaced.group] = { ...group, [replaced.field]: valueOf(replaced, now) }
  }
  // The same groups with other values of the same types.
  return changed as Settings
}

/** The settings as this device shows them. */
export const withOverlay = <Settings extends object>(settings: Settings, overlay: DeviceOverlay): Settings =>
  change(settings, overlay, ({ here }) => here)

/** The settings as the person chose them. A field that was changed since then is the person's own. */
export const withoutOverlay = <Settings extends object>(
  settings: Settings,
  overlay: DeviceOverlay,
): Settings => change(settings, overlay, ({ own, here }, now) => (now === here ? own : now))
