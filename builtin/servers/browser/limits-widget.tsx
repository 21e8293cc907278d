import { resourceKeys, serverLimits } from '@spawnpoint/contracts/servers'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Meter, Skeleton } from '@spawnpoint/sdk/ui'
import { useAmountFormat } from './amounts.ts'

// The amounts carry their unit, so these names do not.
const measured = new Set<string>(['memory', 'cpu', 'disk'])

const refetchEveryMs = 60_000

/** The customer's limits and how much of them is in use. */
const LimitsWidget = () => {
  const t = useT()
  const { number } = useFormat()
  const format = useAmountFormat()
  const title = t('limits.title')
  const query = useEndpoint(serverLimits, {}, { refetchEvery: refetchEveryMs })
  const draw = (data?: ReplyOf<typeof serverLimits>) => (
    <Card title={title}>
      {data ? (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {resourceKeys.map((key) => (
            <Meter
              key={key}
              label={t(measured.has(key) ? `limits.${key}` : `fields.${key}`)}
              value={data.used[key]}
              max={data.total[key]}
              format={(value) => format(key, value)}
            />
          ))}
          <Meter label={t('limits.slots')} value={data.used.slots} max={data.total.slots} format={number} />
        </div>
      ) : (
        <Skeleton shape="block" className="h-24" />
      )}
    </Card>
  )
  return (
    <Loaded query={query} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default LimitsWidget
