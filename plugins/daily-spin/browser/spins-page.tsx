import { usePlugin } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Empty, ErrorCard, Page, Pagination, Stat, Table } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { listSpins } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { useSpinColumns } from './spin-columns.tsx'
import './wheel.css'

export default function SpinsPage() {
  const { t, explain } = usePlugin(manifest)
  const columns = useSpinColumns()
  const [trail, setTrail] = useState<readonly string[]>([])
  const before = trail.at(-1)
  const { data, error, refetch } = useEndpoint(listSpins, { query: before === undefined ? {} : { before } })
  const last = data?.spins.at(-1)
  return (
    <Page title={t('admin.title')} description={t('admin.description')}>
      {error && !data ? (
        <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <Figures data={data} />
          <Card flush>
            <Table
              caption={t('admin.title')}
              columns={columns}
              rows={data?.spins}
              rowKey={({ id }) => id}
              loading={!data}
              empty={<Empty title={t('admin.empty')} text={t('admin.emptyText')} />}
            />
          </Card>
          <Pagination
            onPrevious={trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined}
            onNext={data?.hasMore && last ? () => setTrail([...trail, last.id]) : undefined}
          />
        </>
      )}
    </Page>
  )
}

function Figures({ data }: { readonly data: ReplyOf<typeof listSpins> | undefined }) {
  const { t, format } = usePlugin(manifest)
  const figure = (value: number | undefined) => (value === undefined ? '–' : format.number(value))
  const { today, budget } = data ?? {}
  return (
    <>
      {budget && budget.left === 0 && (
        <Alert tone="warning" title={t(budget.perDay === 0 ? 'admin.noBudget' : 'admin.budgetSpent')}>
          {t('admin.raiseBudget')}
        </Alert>
      )}
      <div className="daily-spin-figures">
        <Stat label={t('admin.today')} value={figure(today?.spins)} />
        <Stat label={t('admin.charged')} value={figure(today?.charged)} />
        <Stat label={t('admin.won')} value={figure(today?.won)} />
        <Stat label={t('admin.owed')} value={figure(today?.owed)} />
      </div>
    </>
  )
}
