import { createStore, type StoreApi, type UiSettings } from '@spawnpoint/sdk/browser'
import { localKeys } from '../../common/local-keys.ts'
import type { PlatformStorage } from '../platform/platform.ts'
import { readUiSettings } from '../../../sdk/browser/read-ui-settings.ts'

export interface UiSettingsStore extends StoreApi<UiSettings> {
  /** Reads again what somebody else stored. */
  reload(): void
}

export const createUiSettingsStore = (storage: PlatformStorage): UiSettingsStore => {
  const read = (): UiSettings => readUiSettings(storage.get(localKeys.uiSettings))
  const store = createStore<UiSettings>(read)
  const put = (next: UiSettings): void => {
    if (JSON.stringify(next) !== JSON.stringify(store.getState())) store.setState(next, true)
  }
  const setState = (
    change: UiSettings | Partial<UiSettings> | ((before: UiSettings) => UiSettings | Partial<UiSettings>),
  ): void => {
    const before = store.getState()
    const next = { ...before, ...(typeof change === 'function' ? change(before) : change) }
    put(readUiSettings(JSON.stringify(next)))
    storage.set(localKeys.uiSettings, JSON.stringify(store.getState()))
  }
  return { ...store, setState, reload: () => put(read()) }
}
