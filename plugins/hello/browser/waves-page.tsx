import { usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, ErrorCard, Page, Pagination, Table } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { listWaves } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { useWaveColumns } from './wave-columns.tsx'

export default function WavesPage() {
  const { t, explain } = usePlugin(manifest)
  const columns = useWaveColumns()
  const [trail, setTrail] = useState<readonly string[]>([])
  const before = trail.at(-1)
  const { data, error, refetch } = useEndpoint(listWaves, {
    query: before === undefined ? {} : { before },
  })
  if (error && !data)
    return (
      <Page title={t('admin.title')} description={t('admin.description')}>
        <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
      </Page>
    )
  const last = data?.waves.at(-1)
  return (
    <Page title={t('admin.title')} description={t('admin.description')}>
      <Card flush>
        <Table
          caption={t('admin.title')}
          columns={columns}
          rows={data?.waves}
          rowKey={({ id }) => id}
          loading={!data}
          empty={<Empty title={t('admin.empty')} />}
        />
      </Card>
      <Pagination
        onPrevious={trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined}
        onNext={data?.hasMore && last ? () => setTrail([...trail, last.id]) : undefined}
      />
    </Page>
  )
}
