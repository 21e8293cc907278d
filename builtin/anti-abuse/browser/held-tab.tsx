import { listOwnHolds } from '@spawnpoint/contracts/anti-abuse'
import { useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Skeleton } from '@spawnpoint/sdk/ui'
import { ShieldCheck } from '@spawnpoint/sdk/ui/icons'
import { HeldList } from './held-list.tsx'

export default function HeldTab() {
  const t = useT()
  const query = useEndpoint(listOwnHolds)
  return (
    <Card title={t('held.title')} description={t('held.description')}>
      <Loaded query={query} loading={<Skeleton lines={4} />}>
        {({ holds }) =>
          holds.length === 0 ? (
            <Empty icon={<ShieldCheck />} title={t('held.empty')} text={t('held.emptyText')} />
          ) : (
            <HeldList holds={holds} />
          )
        }
      </Loaded>
    </Card>
  )
}
