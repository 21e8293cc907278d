import { useContributions, useT } from '@spawnpoint/sdk/browser'
import { Tabs } from '@spawnpoint/sdk/ui'

const own = 'ui-customizer'

/** Every tab arrives by the hook `registerCustomisationTab`; those of this plugin are first. */
export const CustomizationTabs = () => {
  const t = useT()
  const tabs = useContributions('customisation-tab', own)
    .toSorted((a, b) => Number(b.plugin === own) - Number(a.plugin === own))
    .map(({ id, title, Component }) => ({ id, label: title, content: <Component /> }))
  return <Tabs label={t('title')} tabs={tabs} />
}
