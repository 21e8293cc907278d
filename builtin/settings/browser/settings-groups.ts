import type { SettingView } from '@spawnpoint/contracts/settings'
import type { RouteView } from '@spawnpoint/sdk/browser'
import type { SettingGroup } from '@spawnpoint/sdk/common'
import type { SettingTexts } from './setting-texts.ts'

export const groupOrder: readonly SettingGroup[] = [
  'general',
  'brand',
  'security',
  'integrations',
  'earn',
  'billing',
  'servers',
  'legal',
  'retention',
  'custom-code',
  'mail',
  'images',
]

const isSwitch = ({ schema }: SettingView) => schema['type'] === 'boolean'

/**
 * A switch of this plugin turns a feature on and is offered once a page depends on it, and with the switch
 * `<feature>_enabled` the other settings of `<feature>`.
 */
export function inUse(
  settings: readonly SettingView[],
  routes: readonly RouteView[],
): readonly SettingView[] {
  const used = new Set(routes.flatMap(({ flag }) => flag ?? []))
  const waiting = settings
    .filter((setting) => setting.plugin === 'settings' && isSwitch(setting) && !used.has(setting.key))
    .map(({ key }) => key)
  const features = waiting
    .filter((key) => key.endsWith('_enabled'))
    .map((key) => key.slice(0, -'enabled'.length))
  return settings.filter(
    ({ key, plugin }) =>
      plugin !== 'settings' ||
      !(waiting.includes(key) || features.some((feature) => key.startsWith(feature))),
  )
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
  words: SettingTexts,
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
