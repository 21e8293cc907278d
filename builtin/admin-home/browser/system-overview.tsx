import { readOverview } from '@spawnpoint/contracts/admin-home'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Skeleton, Stat, Status, type Tone } from '@spawnpoint/sdk/ui'
import { useHealthTexts } from './staff-texts.ts'
import { Clock, Database, Puzzle, Tag } from '@spawnpoint/sdk/ui/icons'

type Overview = ReplyOf<typeof readOverview>
type Health = Overview['health'][number]

const tones: Readonly<Record<Health['status'], Tone>> = {
  healthy: 'success',
  warning: 'warning',
  unhealthy: 'danger',
}

const Figures = ({ data }: { data: Overview }) => {
  const t = useT()
  const { number, ago, dateTime } = useFormat()
  const { on, all, inTrouble } = data.plugins
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Stat icon={<Tag aria-hidden />} label={t('overview.version')} value={data.version} />
      <Stat
        icon={<Clock aria-hidden />}
        label={t('overview.started')}
        value={ago(data.startedAt)}
        note={dateTime(data.startedAt)}
      />
      <Stat
        icon={<Database aria-hidden />}
        label={t('overview.database')}
        value={t(`overview.databases.${data.database}`)}
      />
      <Stat
        icon={<Puzzle aria-hidden />}
        label={t('overview.plugins')}
        value={t('overview.of', { on: number(on), all: number(all) })}
        note={inTrouble > 0 ? t('overview.inTrouble', { count: inTrouble }) : t('overview.noTrouble')}
      />
    </div>
  )
}

const HealthList = ({ health }: { health: readonly Health[] }) => {
  const t = useT()
  const texts = useHealthTexts()
  return (
    <ul className="mt-4 grid gap-x-6 border-t border-border pt-2 lg:grid-cols-2">
      {health.map((line) => (
        <li
          key={`${line.plugin}/${line.name}`}
          className="flex items-center justify-between gap-3 py-1.5 text-sm"
        >
          <span className="min-w-0">
            <span className="font-medium">{texts(line).name}</span>{' '}
            <span className="text-muted">{texts(line).detail}</span>
          </span>
          <Status tone={tones[line.status]}>{t(`overview.health.${line.status}`)}</Status>
        </li>
      ))}
    </ul>
  )
}

const SystemOverview = () => {
  const t = useT()
  const title = t('overview.title')
  const query = useEndpoint(readOverview, undefined, { refetchEvery: 60_000 })
  const draw = (data?: Overview) => (
    <Card title={title}>
      {data ? (
        <>
          <Figures data={data} />
          {data.health.length > 0 && <HealthList health={data.health} />}
        </>
      ) : (
        <div className="min-h-100 md:min-h-46">
          <Skeleton lines={3} />
        </div>
      )}
    </Card>
  )
  return (
    <Loaded query={query} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default SystemOverview
