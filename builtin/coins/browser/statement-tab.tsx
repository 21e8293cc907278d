import { readBalance, readStatement } from '@spawnpoint/contracts/coins'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Card, Skeleton } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { StatementTable } from './statement-table.tsx'

const Balance = () => {
  const t = useT()
  const format = useFormat()
  const { data, error } = useEndpoint(readBalance)
  if (error) return null
  if (!data) return <Skeleton className="w-24" />
  return (
    <Badge tone="accent" icon={<Coins aria-hidden />}>
      {t('amount', { coins: format.number(data.balance) })}
    </Badge>
  )
}

export default function StatementTab() {
  const t = useT()
  return (
    <Card title={t('statement.title')} description={t('statement.description')} flush actions={<Balance />}>
      <StatementTable endpoint={readStatement} />
    </Card>
  )
}
