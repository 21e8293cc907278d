import type { UiSettings } from '@spawnpoint/sdk/browser'

export type Sign = 'memory' | 'cores' | 'saveData' | 'motion'

interface Device {
  readonly deviceMemory?: number
  readonly hardwareConcurrency?: number
  readonly connection?: { readonly saveData?: boolean }
}

const leastGigabytes = 4
const leastCores = 4

/** Signs of a weak device. What a browser does not tell is no sign. */
export const findSigns = (
  { deviceMemory, hardwareConcurrency, connection }: Device,
  wantsLessMotion: boolean,
): readonly Sign[] => [
  ...(deviceMemory !== undefined && deviceMemory < leastGigabytes ? (['memory'] as const) : []),
  ...(hardwareConcurrency !== undefined && hardwareConcurrency < leastCores ? (['cores'] as const) : []),
  ...(connection?.saveData ? (['saveData'] as const) : []),
  ...(wantsLessMotion ? (['motion'] as const) : []),
]

const groups = ['dropdown', 'sidebar', 'topNav', 'notifications'] as const

/** The settings with what costs most taken out: blur, backgrounds, motion, and preloading where data is saved. */
export const lighten = (settings: UiSettings, signs: readonly Sign[]): UiSettings => ({
  ...settings,
  ...Object.fromEntries(groups.map((group) => [group, { ...settings[group], glassEffect: false }])),
  performance: {
    ...settings.performance,
    reduceMotion: true,
    backgroundEffects: false,
    memoryOptimization: true,
    ...(signs.includes('saveData') ? { preloadCritical: false, networkOptimization: false } : {}),
  },
})

export type Change = 'glassEffect' | keyof UiSettings['performance']
