import { resourceKeys, serverLimits } from '@spawnpoint/contracts/servers'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Meter, Skeleton } from '@spawnpoint/sdk/ui'
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
    <section className="sp-card p-4" aria-label={title}>
      {data ? (
        <div className="sp-meters">
          {/* To have a whole limit in use is what it is for, and no reason to warn. */}
          {resourceKeys.map((key) => (
            <Meter
              key={key}
              label={t(measured.has(key) ? `limits.${key}` : `fields.${key}`)}
              value={data.used[key]}
              max={data.total[key]}
              tone="accent"
              format={(value) => format(key, value)}
            />
          ))}
          <Meter
            label={t('limits.slots')}
            value={data.used.slots}
            max={data.total.slots}
            tone="accent"
            format={number}
          />
        </div>
      ) : (
        <Skeleton shape="block" className="h-13" />
      )}
    </section>
  )
  return (
    <Loaded query={query} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default LimitsWidget
