import { localKeys } from '../local-keys.ts'
import type { ClockDoor } from '../platform/platform.ts'

const delayMs = 10

export interface SettingsWatch {
  readonly window: Window & { readonly Storage: { readonly prototype: Storage } }
  readonly clock: ClockDoor
  readonly apply: () => void
}

/** Runs `apply` when `ui-settings` changes: at once for another tab's change, 10 ms after one of this tab. */
export const watchUiSettings = ({ window, clock, apply }: SettingsWatch): (() => void) => {
  const { prototype } = window.Storage
  const { setItem } = prototype
  let timer = 0
  // Same tab: the `storage` event does not fire here, whoever the writer is, so the writing itself is watched.
  prototype.setItem = function watchedSetItem(this: Storage, key: string, value: string): void {
    setItem.call(this, key, value)
    if (key !== localKeys.uiSettings || this !== window.localStorage) return
    clock.clearTimeout(timer)
    timer = clock.setTimeout(apply, delayMs)
  }
  const onStorage = ({ key }: StorageEvent): void => {
    // Null: everything was cleared, the settings with it.
    if (key === localKeys.uiSettings || key === null) apply()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    clock.clearTimeout(timer)
    window.removeEventListener('storage', onStorage)
    prototype.setItem = setItem
  }
}
