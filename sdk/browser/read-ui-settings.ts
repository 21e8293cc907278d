import { isRecord } from '../common/is-record.ts'
import { defaultUiSettings, type UiSettings } from './ui-settings.ts'

/** Where a number of the settings begins, ends, and its steps. @example const { min, max }: SettingBounds = uiSettingBounds.zoom */
export interface SettingBounds {
  readonly min: number
  readonly max: number
  readonly step: number
}

const bounds = {
  backgroundOpacity: { min: 0.1, max: 1, step: 0.05 },
  skinZoom: { min: 0.5, max: 1.5, step: 0.1 },
  transitionSpeed: { min: 0.5, max: 5, step: 0.1 },
  frameRateLimit: { min: 30, max: 144, step: 15 },
} as const satisfies Record<string, SettingBounds>

/** The nearest stop; the maximum is one even where the steps do not meet it. */
const snap = (value: number, { min, max, step }: SettingBounds): number => {
  if (value <= min) return min
  if (value >= max) return max
  const stop = Number((min + Math.round((value - min) / step) * step).toFixed(4))
  return stop > max || max - value < Math.abs(stop - value) ? max : stop
}

// Unbounded in the specification, so bounded by what makes sense: no negative speed or light.
const free: SettingBounds = { min: 0, max: 10, step: 0.1 }

/** The bounds of each number of the settings, by the name of its field. @example const { min, max, step } = uiSettingBounds.transitionSpeed */
export const uiSettingBounds = {
  backgroundOpacity: bounds.backgroundOpacity,
  opacity: bounds.backgroundOpacity,
  zoom: bounds.skinZoom,
  transitionSpeed: bounds.transitionSpeed,
  frameRateLimit: bounds.frameRateLimit,
  duration: { min: 2, max: 20, step: 1 },
  animationSpeed: free,
  cameraLight: free,
  globalLight: free,
} as const

/** The values that a choice of the settings has, by the name of its field. @example uiSettingChoices.borderRadius.map((value) => <option key={value}>{value}</option>) */
export const uiSettingChoices = {
  animationStyle: ['fade', 'slide', 'scale', 'bounce'],
  borderRadius: ['none', 'sm', 'md', 'lg', 'xl', '2xl'],
  theme: ['system', 'dark', 'light'],
  position: ['bottom-right', 'bottom-left', 'top-right', 'top-left'],
  radius: ['', 'square', 'soft', 'round'],
  density: ['comfortable', 'compact'],
} as const

const numbers: Readonly<Record<string, SettingBounds>> = uiSettingBounds
const choices: Readonly<Record<string, readonly string[]>> = uiSettingChoices

const color = /^(#[0-9a-f]{6})?$/

// A picture is one of this site, so that a shared file of settings cannot tell another host who opens it.
const patterns: Readonly<Record<string, RegExp>> = {
  accent: color,
  surface: color,
  accentLight: color,
  accentDark: color,
  surfaceLight: color,
  surfaceDark: color,
  picture: /^(\/(?!\/)[\w./-]{1,200})?$/,
}

const readValue = (key: string, given: unknown, fallback: unknown): unknown => {
  if (isRecord(fallback)) return readGroup(given, fallback)
  if (typeof fallback === 'boolean') return typeof given === 'boolean' ? given : fallback
  if (typeof fallback === 'number')
    return typeof given === 'number' && Number.isFinite(given) ? snap(given, numbers[key] ?? free) : fallback
  if (typeof given !== 'string') return fallback
  return (choices[key]?.includes(given) ?? patterns[key]?.test(given)) ? given : fallback
}

const readGroup = (given: unknown, defaults: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(defaults).map(([key, fallback]) => [
      key,
      readValue(key, isRecord(given) && Object.hasOwn(given, key) ? given[key] : undefined, fallback),
    ]),
  )

/** Settings from what anybody may have stored: each field that does not hold takes its default. */
export const readUiSettings = (text: string | null): UiSettings => {
  if (text === null) return defaultUiSettings
  try {
    // The defaults say the shape; readGroup gives back exactly theirs.
    return readGroup(JSON.parse(text), { ...defaultUiSettings }) as unknown as UiSettings
  } catch {
    // Not JSON: somebody else wrote there.
    return defaultUiSettings
  }
}
