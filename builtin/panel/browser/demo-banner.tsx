import { panelStatus } from '@spawnpoint/contracts/panel'
import { useCan, useHost, useSetting, useT } from '@spawnpoint/sdk/browser'
import { DataProvider, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, LinkButton, TextLink } from '@spawnpoint/sdk/ui'
import { CircleAlert } from '@spawnpoint/sdk/ui/icons'

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
  const found = host.routes.getState().find(({ id }) => id === settingsRoute)
  const settings = found && `${found.path}#servers`
  if (mode === 'demo')
    return (
      <p
        role="note"
        className="sp-tone-warning mb-4 flex items-center gap-2 rounded-md border border-[color-mix(in_srgb,var(--tone)_28%,transparent)] bg-[color-mix(in_srgb,var(--tone)_8%,var(--color-surface))] px-3 py-1.5 text-sm"
      >
        <CircleAlert className="size-4 flex-none text-warning" aria-hidden />
        <strong className="flex-none font-medium">{t('demo.title')}</strong>
        <span className="min-w-0 flex-1 truncate text-muted max-sm:invisible" title={t('demo.text')}>
          {t('demo.text')}
        </span>
        {mayEdit && settings && (
          <TextLink className="flex-none leading-6" to={settings}>
            {t('demo.connect')}
          </TextLink>
        )}
      </p>
    )
  return (
    <div className="mb-4">
      <Alert
        tone="danger"
        title={t(`${mode}.title`)}
        action={
          mayEdit &&
          settings && (
            <LinkButton size="sm" to={settings}>
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

/** Tells staff on every page that no real panel is connected: one line while the demo panel stands in for it. */
const DemoBanner = () => (
  <DataProvider>
    <Banner />
  </DataProvider>
)

export default DemoBanner
