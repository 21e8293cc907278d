import { readUsage } from '@spawnpoint/contracts/image-hosting'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Meter, Skeleton } from '@spawnpoint/sdk/ui'
import { useSize } from './use-size.ts'

const Waiting = () => (
  <>
    {['storage', 'files', 'today'].map((name) => (
      <div key={name} className="h-9">
        <Skeleton />
      </div>
    ))}
  </>
)

export const UsageCard = () => {
  const t = useT()
  const size = useSize()
  const { number } = useFormat()
  return (
    <Card>
      <div className="grid gap-4 sm:grid-flow-col sm:auto-cols-fr">
        <Loaded query={useEndpoint(readUsage)} loading={<Waiting />} title={t('usage.title')}>
          {({ bytes, files, today, coins }) => (
            <>
              <Meter label={t('usage.storage')} value={bytes.used} max={bytes.max} format={size} />
              <Meter label={t('usage.files')} value={files.used} max={files.max} format={number} />
              <Meter label={t('usage.today')} value={today.used} max={today.max} format={number} />
              {coins && <Meter label={t('usage.coins')} value={coins.used} max={coins.max} format={number} />}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}
