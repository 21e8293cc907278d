import { panelStatus } from '@spawnpoint/contracts/panel'
import { useCan, useHost, useSetting, useT } from '@spawnpoint/sdk/browser'
import { DataProvider, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, LinkButton } from '@spawnpoint/sdk/ui'

const settingsRoute = 'settings'

const Banner = () => {
  const t = useT()
  const host = useHost()
  const mayEdit = useCan('admin.settings.edit')
  // Without an address it is the demonstration for sure, and the notice stands with the page instead of moving it.
  const hasAddress = useSetting('pterodactyl_base_url') !== ''
  const { data } = useEndpoint(panelStatus, {}, { enabled: hasAddress })
  if (hasAddress && !data?.demo) return null
  const settings = host.routes.getState().find(({ id }) => id === settingsRoute)
  return (
    <div className="mb-4">
      <Alert
        tone="warning"
        title={t('demo.title')}
        action={
          mayEdit &&
          settings && (
            <LinkButton size="sm" to={settings.path}>
              {t('demo.connect')}
            </LinkButton>
          )
        }
      >
        {t('demo.text')}
      </Alert>
    </div>
  )
}

/** Tells staff on every page that no real panel is connected. */
const DemoBanner = () => (
  <DataProvider>
    <Banner />
  </DataProvider>
)

export default DemoBanner
