import { useFormat, useSetting, useT } from '@spawnpoint/sdk/browser'
import { DataProvider } from '@spawnpoint/sdk/query'
import { Alert, Button } from '@spawnpoint/sdk/ui'
import { useMaintenance } from './use-maintenance.ts'

const Banner = () => {
  const t = useT()
  const { dateTime } = useFormat()
  const until = String(useSetting('maintenance_until') ?? '')
  const message = String(useSetting('maintenance_message') ?? '')
  const { change, isPending } = useMaintenance()
  const end = (
    <Button size="sm" loading={isPending} onClick={() => void change({ enabled: false })}>
      {t('banner.end')}
    </Button>
  )
  return (
    <div className="mb-4">
      <Alert tone="warning" title={t('banner.title')} action={end}>
        {message && <p className="whitespace-pre-line">{message}</p>}
        <p>{until ? t('banner.until', { time: dateTime(until) }) : t('banner.text')}</p>
      </Alert>
    </div>
  )
}

/** Tells administrators on every page that everybody else is locked out. */
export default function MaintenanceBanner() {
  if (useSetting('maintenance_enabled') !== true) return null
  return (
    <DataProvider>
      <Banner />
    </DataProvider>
  )
}
