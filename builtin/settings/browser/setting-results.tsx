import { readSettings } from '@spawnpoint/contracts/settings'
import { useHost, useStore, useT, type PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { useSettingTexts } from './setting-texts.ts'
import { inUse, searchSettings } from './settings-groups.ts'

const MOST = 6

/** Settings in the command palette; each opens the tab that it is on. */
export default function SettingResults({ search, Results }: PaletteResultsProps) {
  const t = useT()
  const host = useHost()
  const routes = useStore(host.routes)
  const texts = useSettingTexts()
  const { data } = useEndpoint(readSettings)
  const found = searchSettings(inUse(data?.settings ?? [], routes), texts, search)
  const items = found.slice(0, MOST).map((setting) => ({
    id: setting.key,
    label: texts.label(setting),
    hint: t(`groups.${setting.group}`),
    to: `${host.pathTo('settings')}#${setting.group}`,
  }))
  return <Results heading={t('title')} icon="Settings" items={items} />
}
