import { readBalance, readStatement } from '@spawnpoint/contracts/coins'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Card, Skeleton } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { PrintMenu, StatementSheet, usePrintedStatement } from './print-statement.tsx'
import { StatementTable } from './statement-table.tsx'
import './paper.css'

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
  const { sheet, print } = usePrintedStatement()
  return (
    <div className="coins-paper">
      <Card
        title={t('statement.title')}
        description={t('statement.description')}
        flush
        actions={
          <div className="sp-actions">
            <Balance />
            <PrintMenu print={print} />
          </div>
        }
      >
        <StatementSheet sheet={sheet} />
        <div className={sheet ? 'coins-not-on-paper' : undefined}>
          <StatementTable endpoint={readStatement} />
        </div>
      </Card>
    </div>
  )
}
