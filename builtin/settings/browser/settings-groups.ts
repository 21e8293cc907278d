import { featureSettings, flagOfSetting, type SettingView } from '@spawnpoint/contracts/settings'
import type { RouteView } from '@spawnpoint/sdk/browser'
import type { SettingGroup } from '@spawnpoint/sdk/common'
import type { SettingWords } from './setting-words.ts'

export const groupOrder: readonly SettingGroup[] = [
  'general',
  'security',
  'integrations',
  'earn',
  'billing',
  'servers',
  'legal',
  'custom-code',
  'mail',
  'images',
]

/** A switch that nothing listens to yet is not offered; it is there as soon as a page depends on it. */
export function inUse(
  settings: readonly SettingView[],
  routes: readonly RouteView[],
): readonly SettingView[] {
  const used = new Set(routes.flatMap(({ flag }) => flag ?? []))
  return settings.filter(({ key, plugin }) => {
    const isWaiting = plugin === 'settings' && Object.hasOwn(featureSettings, key)
    return !isWaiting || used.has(flagOfSetting[key] ?? key)
  })
}

export interface SettingSection {
  readonly plugin: string
  readonly settings: readonly SettingView[]
}

/** The settings of one tab, by the plugin that declares them. */
export function sectionsOf(settings: readonly SettingView[]): readonly SettingSection[] {
  const plugins = [...new Set(settings.map(({ plugin }) => plugin))]
  return plugins.map((plugin) => ({ plugin, settings: settings.filter((each) => each.plugin === plugin) }))
}

export function searchSettings(
  settings: readonly SettingView[],
  words: SettingWords,
  query: string,
): readonly SettingView[] {
  const wanted = query.trim().toLocaleLowerCase()
  if (wanted === '') return settings
  return settings.filter((setting) =>
    [setting.key, words.label(setting), words.hint(setting) ?? '', words.owner(setting.plugin)].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    ),
  )
}
