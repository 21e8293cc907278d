import { readBackupStatus } from '@spawnpoint/contracts/backups'
import { useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { DataProvider, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, LinkButton } from '@spawnpoint/sdk/ui'

const Banner = () => {
  const t = useT()
  const { ago } = useFormat()
  const list = useOpenPath()('backups')
  const { data } = useEndpoint(readBackupStatus, undefined, { refetchEvery: 300_000 })
  if (data?.health !== 'overdue') return null
  const open = list && (
    <LinkButton size="sm" to={list}>
      {t('overdue.open')}
    </LinkButton>
  )
  return (
    <div className="mb-4">
      <Alert tone="danger" title={t('overdue.title')} action={open}>
        {data.checkedAt ? t('overdue.text', { ago: ago(data.checkedAt) }) : t('overdue.never')}
      </Alert>
    </div>
  )
}

/** Tells staff on every admin page that there is no recent backup that can be relied on. */
export default function OverdueBanner() {
  return (
    <DataProvider>
      <Banner />
    </DataProvider>
  )
}
