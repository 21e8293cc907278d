import { readBalance, readStatement } from '@spawnpoint/contracts/coins'
import { useFormat, useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Button, Card, Skeleton } from '@spawnpoint/sdk/ui'
import { Coins, FileText } from '@spawnpoint/sdk/ui/icons'
import { StatementTable } from './statement-table.tsx'
import './paper.css'

/** Says whose statement it is, and of what day: on paper alone, where nothing else does. */
const PaperHead = () => {
  const { date } = useFormat()
  const { clock } = useHost()
  const username = useSession(({ user }) => String(user['username'] ?? ''))
  return (
    <p className="hidden px-4 pb-3 text-sm print:block">
      {username} · {date(new Date(clock.now()).toISOString())}
    </p>
  )
}

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
    <div className="coins-paper">
      <Card
        title={t('statement.title')}
        description={t('statement.description')}
        flush
        actions={
          <div className="sp-actions">
            <Balance />
            <Button
              size="sm"
              className="coins-not-on-paper"
              icon={<FileText aria-hidden />}
              onClick={() => window.print()}
            >
              {t('staff.report.print')}
            </Button>
          </div>
        }
      >
        <PaperHead />
        <StatementTable endpoint={readStatement} />
      </Card>
    </div>
  )
}
