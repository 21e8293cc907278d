import { isRecord } from '../common/is-record.ts'
import { defaultUiSettings, type UiSettings } from './ui-settings.ts'

interface Bounds {
  readonly min: number
  readonly max: number
  readonly step: number
}

const bounds = {
  backgroundOpacity: { min: 0.1, max: 1, step: 0.05 },
  skinZoom: { min: 0.5, max: 1.5, step: 0.1 },
  transitionSpeed: { min: 0.5, max: 5, step: 0.1 },
  frameRateLimit: { min: 30, max: 144, step: 15 },
} as const satisfies Record<string, Bounds>

/** The nearest stop; the maximum is one even where the steps do not meet it. */
const snap = (value: number, { min, max, step }: Bounds): number => {
  if (value <= min) return min
  if (value >= max) return max
  const stop = Number((min + Math.round((value - min) / step) * step).toFixed(4))
  return stop > max || max - value < Math.abs(stop - value) ? max : stop
}

const numbers: Readonly<Record<string, Bounds>> = {
  backgroundOpacity: bounds.backgroundOpacity,
  zoom: bounds.skinZoom,
  transitionSpeed: bounds.transitionSpeed,
  frameRateLimit: bounds.frameRateLimit,
}

const choices: Readonly<Record<string, readonly string[]>> = {
  animationStyle: ['fade', 'slide', 'scale', 'bounce'],
  borderRadius: ['none', 'sm', 'md', 'lg', 'xl', '2xl'],
  theme: ['system', 'dark', 'light'],
}

// Unbounded in the specification, so bounded by what makes sense: no negative speed or light.
const free: Bounds = { min: 0, max: 10, step: 0.1 }

const readValue = (key: string, given: unknown, fallback: unknown): unknown => {
  if (isRecord(fallback)) return readGroup(given, fallback)
  if (typeof fallback === 'boolean') return typeof given === 'boolean' ? given : fallback
  if (typeof fallback === 'number')
    return typeof given === 'number' && Number.isFinite(given) ? snap(given, numbers[key] ?? free) : fallback
  return typeof given === 'string' && choices[key]?.includes(given) ? given : fallback
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
