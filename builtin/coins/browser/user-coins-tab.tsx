import { readUserAccount, readUserStatement } from '@spawnpoint/contracts/coins'
import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { AdjustForm } from './adjust-form.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { StatementTable } from './statement-table.tsx'

const Account = ({ user, account }: { user: string; account: ReplyOf<typeof readUserAccount> }) => {
  const t = useT()
  const format = useFormat()
  const mayEdit = useCan('admin.coins.edit')
  const [adjusted, setAdjusted] = useState(0)
  const { balance, entries, frozen, adjustable } = account
  return (
    <>
      {(frozen || balance !== entries) && (
        <FrozenNotice canRestore={mayEdit && adjustable} {...{ user, balance, entries }} />
      )}
      <Stat label={t('balance')} value={format.number(balance)} icon={<Coins aria-hidden />} />
      {mayEdit && adjustable && (
        <AdjustForm key={adjusted} user={user} onDone={() => setAdjusted(adjusted + 1)} />
      )}
      {mayEdit && !adjustable && <Alert>{t('adjust.notThis')}</Alert>}
    </>
  )
}

export default function UserCoinsTab({ user }: { user: string }) {
  const t = useT()
  const query = useEndpoint(readUserAccount, { params: { user } })
  return (
    <div className="grid gap-4">
      <Loaded query={query} loading={<Skeleton shape="block" className="h-64" />}>
        {(account) => <Account user={user} account={account} />}
      </Loaded>
      {query.data && (
        <Card title={t('statement.title')} flush>
          <StatementTable endpoint={readUserStatement} user={user} />
        </Card>
      )}
    </div>
  )
}
