import { readUserAccount } from '@spawnpoint/contracts/coins'
import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { AdjustForm } from './adjust-form.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { LoadFailure } from './load-failure.tsx'
import { StatementTable } from './statement-table.tsx'
import { usePages } from './use-pages.ts'

export default function UserCoinsTab({ user }: { user: string }) {
  const t = useT()
  const format = useFormat()
  const pages = usePages()
  const mayEdit = useCan('admin.coins.edit')
  const [adjusted, setAdjusted] = useState(0)
  const { data, error, isPending, refetch } = useEndpoint(readUserAccount, {
    params: { user },
    query: pages.query,
  })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const finish = () => {
    pages.restart()
    setAdjusted(adjusted + 1)
  }
  const differs = data !== undefined && (data.frozen || data.balance !== data.entries)
  return (
    <div className="grid gap-4">
      {differs && (
        <FrozenNotice
          canRestore={mayEdit && data.adjustable}
          user={user}
          balance={data.balance}
          entries={data.entries}
          onDone={pages.restart}
        />
      )}
      <Stat
        label={t('balance')}
        value={data ? format.number(data.balance) : <Skeleton />}
        icon={<Coins aria-hidden />}
      />
      {data?.adjustable && mayEdit && <AdjustForm key={adjusted} user={user} onDone={finish} />}
      {data && !(data.adjustable && mayEdit) && (
        <Alert>{t(mayEdit ? 'adjust.notThis' : 'adjust.noRight')}</Alert>
      )}
      <Card title={t('statement.title')} flush>
        <StatementTable answer={data} loading={isPending} pages={pages} />
      </Card>
    </div>
  )
}
