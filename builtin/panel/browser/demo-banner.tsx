import { panelStatus } from '@spawnpoint/contracts/panel'
import { useCan, useHost, useSetting, useT } from '@spawnpoint/sdk/browser'
import { DataProvider, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, LinkButton } from '@spawnpoint/sdk/ui'

const settingsRoute = 'settings'

const Banner = () => {
  const t = useT()
  const host = useHost()
  const mayEdit = useCan('admin.settings.edit')
  const hasAddress = useSetting('pterodactyl_base_url') !== ''
  const { data } = useEndpoint(panelStatus, {})
  // Without an address a notice is certain; it is drawn with the page instead of moving it later.
  const mode = data?.mode ?? (hasAddress ? 'connected' : 'demo')
  if (mode === 'connected')
    return data?.needsCatalogue ? (
      <div className="mb-4">
        <Alert tone="info" title={t('retired.title')}>
          {t('retired.text')}
        </Alert>
      </div>
    ) : null
  const settings = host.routes.getState().find(({ id }) => id === settingsRoute)
  return (
    <div className="mb-4">
      <Alert
        tone={mode === 'demo' ? 'warning' : 'danger'}
        title={t(`${mode}.title`)}
        action={
          mayEdit &&
          settings && (
            <LinkButton size="sm" to={settings.path}>
              {t('demo.connect')}
            </LinkButton>
          )
        }
      >
        {t(`${mode}.text`)}
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
