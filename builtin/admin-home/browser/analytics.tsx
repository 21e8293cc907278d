import { readAnalytics } from '@spawnpoint/contracts/admin-home'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, KeyValue, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { ListOrdered, Server, UserPlus } from '@spawnpoint/sdk/ui/icons'
import { HourChart } from './hour-chart.tsx'

type Analytics = ReplyOf<typeof readAnalytics>
type Servers = NonNullable<Analytics['servers']>

const steps = ['mb', 'gb', 'tb'] as const

/** Megabytes as people read them: one digit behind the point at most. */
const useSize = () => {
  const t = useT()
  const { number } = useFormat()
  return (megabytes: number) => {
    const step = megabytes < 1024 ? 0 : megabytes < 1024 ** 2 ? 1 : 2
    return t(`analytics.${steps[step]}`, { value: number(Math.round((megabytes / 1024 ** step) * 10) / 10) })
  }
}

const Figures = ({ data: { users, servers, queue } }: { data: Analytics }) => {
  const t = useT()
  const { number } = useFormat()
  const inDay = t('analytics.inDay')
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {users && (
        <Stat
          icon={<UserPlus aria-hidden />}
          label={t('analytics.newUsers')}
          value={number(users.new)}
          note={inDay}
        />
      )}
      {servers && (
        <>
          <Stat
            icon={<Server aria-hidden />}
            label={t('analytics.newServers')}
            value={number(servers.new)}
            note={inDay}
          />
          <Stat icon={<Server aria-hidden />} label={t('analytics.allServers')} value={number(servers.all)} />
        </>
      )}
      {queue && (
        <Stat
          icon={<ListOrdered aria-hidden />}
          label={t('analytics.queue')}
          value={number(queue.pending + queue.building)}
          note={t('analytics.queueNote', {
            pending: number(queue.pending),
            building: number(queue.building),
            failed: number(queue.failed),
          })}
        />
      )}
    </div>
  )
}

const HandedOut = ({ servers }: { servers: Servers }) => {
  const t = useT()
  const size = useSize()
  const { number } = useFormat()
  return (
    <div>
      <h3 className="mb-2 text-sm font-medium">{t('analytics.handedOut')}</h3>
      <KeyValue
        items={[
          { label: t('analytics.memory'), value: size(servers.memory) },
          { label: t('analytics.disk'), value: size(servers.disk) },
          { label: t('analytics.cpu'), value: t('analytics.percent', { value: number(servers.cpu) }) },
          { label: t('analytics.servers'), value: number(servers.all) },
        ]}
      />
    </div>
  )
}

const Body = ({ data }: { data: Analytics }) => {
  const t = useT()
  const { number } = useFormat()
  const { activity, servers } = data
  const total = activity.entries.reduce((sum, each) => sum + each, 0)
  return (
    <>
      {(data.users || servers || data.queue) && (
        <div className="mb-4 border-b border-border pb-4">
          <Figures data={data} />
        </div>
      )}
      <div className={servers ? 'grid gap-6 lg:grid-cols-[2fr_1fr]' : ''}>
        <div>
          <h3 className="text-sm font-medium">{t('analytics.activity')}</h3>
          <p className="text-xs text-subtle">{t('analytics.entries', { value: number(total) })}</p>
          <HourChart label={t('analytics.activity')} from={activity.from} values={activity.entries} />
        </div>
        {servers && <HandedOut servers={servers} />}
      </div>
    </>
  )
}

const AtAGlance = () => {
  const t = useT()
  const title = t('analytics.title')
  const query = useEndpoint(readAnalytics, undefined, { refetchEvery: 60_000 })
  const draw = (data?: Analytics) => (
    <Card title={title}>
      {data ? <Body data={data} /> : <Skeleton shape="block" className="h-155 lg:h-78" />}
    </Card>
  )
  return (
    <Loaded query={query} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default AtAGlance
