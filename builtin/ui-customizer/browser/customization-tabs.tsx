import { useContributions, useT } from '@spawnpoint/sdk/browser'
import { Skeleton, Tabs } from '@spawnpoint/sdk/ui'
import { Suspense } from 'react'

const own = 'ui-customizer'

/** Every tab arrives by the hook `registerCustomisationTab`; those of this plugin are first. */
export const CustomizationTabs = () => {
  const t = useT()
  const tabs = useContributions('customisation-tab', own)
    .toSorted((a, b) => Number(b.plugin === own) - Number(a.plugin === own))
    .map(({ id, title, Component }) => ({
      id,
      label: title,
      content: (
        <Suspense fallback={<Skeleton shape="block" className="h-96" />}>
          <Component />
        </Suspense>
      ),
    }))
  return <Tabs label={t('title')} tabs={tabs} />
}
