import { readStatement } from '@spawnpoint/contracts/coins'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Card, Skeleton } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { LoadFailure } from './load-failure.tsx'
import { StatementTable } from './statement-table.tsx'
import { usePages } from './use-pages.ts'

export default function StatementTab() {
  const t = useT()
  const format = useFormat()
  const pages = usePages()
  const { data, error, isPending, refetch } = useEndpoint(readStatement, { query: pages.query })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title={t('statement.title')}
      description={t('statement.description')}
      flush
      actions={
        data ? (
          <Badge tone="accent" icon={<Coins aria-hidden />}>
            {t('amount', { coins: format.number(data.balance) })}
          </Badge>
        ) : (
          <Skeleton className="w-24" />
        )
      }
    >
      <StatementTable answer={data} loading={isPending} pages={pages} />
    </Card>
  )
}
