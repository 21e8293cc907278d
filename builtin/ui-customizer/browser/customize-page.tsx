import { useT } from '@spawnpoint/sdk/browser'
import { Page } from '@spawnpoint/sdk/ui'
import { useEffect } from 'react'
import { CustomizationActions } from './customization-actions.tsx'
import { CustomizationTabs } from './customization-tabs.tsx'
import { saveNow } from './saver.ts'

/** The panel as a page of its own. */
const CustomizePage = () => {
  const t = useT()
  useEffect(() => saveNow, [])
  return (
    <Page title={t('title')} description={t('lead')} width="narrow">
      <CustomizationTabs />
      <CustomizationActions />
    </Page>
  )
}

export default CustomizePage
