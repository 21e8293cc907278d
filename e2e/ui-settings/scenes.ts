import { colorScenes } from './color-effects.ts'
import { panelScenes } from './panel-effects.ts'
import { performanceScenes } from './performance-effects.ts'
import type { Scene } from './setting-effect.ts'
import { skinScenes } from './skin-effects.ts'

/** Every setting of the interface, each on the screen that shows its effect; a test compares them with the settings. */
export const scenes: readonly Scene[] = [...panelScenes, ...colorScenes, ...performanceScenes, ...skinScenes]
