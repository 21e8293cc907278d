import { readAnalytics } from '@spawnpoint/contracts/admin-home'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Skeleton } from '@spawnpoint/sdk/ui'
import { HourChart } from './hour-chart.tsx'

const ActivityByHour = () => {
  const t = useT()
  const { number } = useFormat()
  const title = t('analytics.activity')
  const query = useEndpoint(readAnalytics, undefined, { refetchEvery: 60_000 })
  const draw = (data?: ReplyOf<typeof readAnalytics>) => (
    <Card
      title={title}
      description={t('analytics.entries', {
        value: data ? number(data.activity.entries.reduce((sum, each) => sum + each, 0)) : '–',
      })}
    >
      {data ? (
        <HourChart label={title} from={data.activity.from} values={data.activity.entries} />
      ) : (
        <Skeleton shape="block" className="h-43" />
      )}
    </Card>
  )
  return (
    <Loaded query={query} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default ActivityByHour
