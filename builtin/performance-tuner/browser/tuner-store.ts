import { createStore, type BrowserHost } from '@spawnpoint/sdk/browser'
import type { Measurement } from './measure.ts'
import type { Change, Sign } from './weak-device.ts'

/** Why automatic mode changed this device, and which of its changes are still in force. */
export interface Lightened {
  readonly signs: readonly Sign[]
  readonly changes: readonly Change[]
}

/** Kept on this device alone. */
export interface TunerState {
  readonly automatic: boolean
  readonly meter: boolean
  readonly lightened: Lightened | null
  readonly before: Measurement | null
  readonly now: Measurement | null
}

const KEY = 'performance-tuner'

const usual: TunerState = { automatic: false, meter: false, lightened: null, before: null, now: null }

/** Loaded from the storage of this device when the tuner starts. */
export const tuner = createStore<TunerState>(() => usual)

export const loadTuner = ({ storage }: BrowserHost): void => {
  try {
    // Only this plugin writes here, and a wrong value costs a reset of the tuner, nothing else.
    tuner.setState({ ...usual, ...(JSON.parse(storage.get(KEY) ?? '{}') as Partial<TunerState>) }, true)
  } catch {
    tuner.setState(usual, true)
  }
}

export const changeTuner = ({ storage }: BrowserHost, change: Partial<TunerState>): void => {
  tuner.setState(change)
  storage.set(KEY, JSON.stringify(tuner.getState()))
}
