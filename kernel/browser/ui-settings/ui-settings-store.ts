import { createStore, type Store, type UiSettings } from '@spawnpoint/sdk/browser'
import { localKeys } from '../local-keys.ts'
import type { StorageDoor } from '../platform/platform.ts'
import { readUiSettings } from './read-settings.ts'

export interface UiSettingsStore extends Store<UiSettings> {
  /** Reads again what somebody else stored. */
  reload(): void
}

export const createUiSettingsStore = (storage: StorageDoor): UiSettingsStore => {
  const read = (): UiSettings => readUiSettings(storage.get(localKeys.uiSettings))
  const store = createStore(read())
  const keep = (next: UiSettings): void => {
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    set: (next) => {
      const text = JSON.stringify(next)
      keep(readUiSettings(text))
      storage.set(localKeys.uiSettings, JSON.stringify(store.get()))
    },
    reload: () => keep(read()),
  }
}
