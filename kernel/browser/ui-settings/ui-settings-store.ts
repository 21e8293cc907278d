import { createStore, type StoreApi, type UiSettings } from '@spawnpoint/sdk/browser'
import { localKeys } from '../../common/local-keys.ts'
import type { ThemeBase } from '../../../sdk/common/theme-rules.ts'
import type { PlatformStorage } from '../platform/platform.ts'
import { readUiSettings } from '../../../sdk/browser/read-ui-settings.ts'

export interface UiSettingsStore extends StoreApi<UiSettings> {
  /** Reads again what somebody else stored. */
  reload(): void
}

const hasColors = ({ colors: { radius: _radius, ...colors } }: UiSettings): boolean =>
  Object.values(colors).some((color) => color !== '')

/** `readBase` tells the colors of the instance, which a person's are drawn over. */
export const createUiSettingsStore = (
  storage: PlatformStorage,
  readBase: () => ThemeBase,
): UiSettingsStore => {
  const read = (): UiSettings => readUiSettings(storage.get(localKeys.uiSettings))
  const store = createStore<UiSettings>(read)
  const put = (next: UiSettings): void => {
    if (JSON.stringify(next) !== JSON.stringify(store.getState())) store.setState(next, true)
  }
  const save = (): void => storage.set(localKeys.uiSettings, JSON.stringify(store.getState()))

  /** Takes back colors that text cannot be read in. Few people choose colors, so the code that judges them is loaded for them alone. */
  const judgeColors = async (): Promise<void> => {
    if (!hasColors(store.getState())) return
    const { readableTheme } = await import('../../../sdk/common/theme-contrast.ts')
    const settings = store.getState()
    put({ ...settings, colors: readableTheme(settings.colors, readBase()) })
    if (store.getState() !== settings) save()
  }
  // Without a connection the colors stay as they are stored.
  const judge = (): void => void judgeColors().catch(() => undefined)

  const setState = (
    change: UiSettings | Partial<UiSettings> | ((before: UiSettings) => UiSettings | Partial<UiSettings>),
  ): void => {
    const before = store.getState()
    const next = { ...before, ...(typeof change === 'function' ? change(before) : change) }
    put(readUiSettings(JSON.stringify(next)))
    save()
    judge()
  }
  const reload = (): void => {
    put(read())
    judge()
  }
  judge()
  return { ...store, setState, reload }
}
