import { readOverview } from '@spawnpoint/contracts/admin-home'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Skeleton, Stat, Status, TextLink, type Tone } from '@spawnpoint/sdk/ui'
import { useHealthPath, useHealthTexts } from './staff-texts.ts'
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

const order = { unhealthy: 0, warning: 1, healthy: 2 } as const

const HealthLine = ({ line }: { line: Health }) => {
  const t = useT()
  const { name, detail, todo } = useHealthTexts()(line)
  const path = useHealthPath()(line)
  return (
    <li className="flex items-start justify-between gap-3 py-2 text-sm">
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-muted [overflow-wrap:anywhere]">{detail}</span>
        {todo && (
          <span className="[overflow-wrap:anywhere]">
            {path ? <TextLink to={path}>{todo}</TextLink> : todo}
          </span>
        )}
      </span>
      <Status tone={tones[line.status]}>{t(`overview.health.${line.status}`)}</Status>
    </li>
  )
}

/** Lines with problems come first and take the whole width, since they say more. */
const HealthList = ({ health }: { health: readonly Health[] }) => {
  const lines = health.toSorted((one, other) => order[one.status] - order[other.status])
  const draw = (line: Health) => <HealthLine key={`${line.plugin}/${line.name}`} line={line} />
  const troubled = lines.filter(({ status }) => status !== 'healthy')
  return (
    <div className="mt-4 border-t border-border pt-2">
      {troubled.length > 0 && <ul className="mb-2 border-b border-border pb-2">{troubled.map(draw)}</ul>}
      <ul className="grid gap-x-8 lg:grid-cols-2">
        {lines.filter(({ status }) => status === 'healthy').map(draw)}
      </ul>
    </div>
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
