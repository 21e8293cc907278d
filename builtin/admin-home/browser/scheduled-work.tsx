import { readSchedules } from '@spawnpoint/contracts/admin-home'
import { useFormat, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Skeleton, Status, type Tone } from '@spawnpoint/sdk/ui'
import { Clock } from '@spawnpoint/sdk/ui/icons'
import { ListFilter, useListFilter } from './list-filter.tsx'
import { useJobName } from './staff-texts.ts'
import { useDuration, useScheduleTexts } from './schedule-texts.ts'

type Job = ReplyOf<typeof readSchedules>['jobs'][number]

const tones: Readonly<Record<Job['state'], Tone>> = {
  'in-time': 'success',
  late: 'warning',
  failed: 'danger',
}

const LastRun = ({ job: { startedAt, durationMs } }: { job: Job }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const duration = useDuration()
  if (startedAt === null) return t('schedules.never')
  return (
    <>
      <time dateTime={startedAt} title={dateTime(startedAt)}>
        {t('schedules.ran', { ago: ago(startedAt) })}
      </time>
      {durationMs !== null && <> · {t('schedules.took', { duration: duration(durationMs) })}</>}
    </>
  )
}

const useOwnerName = () => {
  const t = useT()
  const { i18n } = useTranslation()
  return ({ title, plugin }: Job) =>
    title === null ? t('schedules.product') : i18n.t('title', { ns: plugin, defaultValue: title })
}

const JobLine = ({ job }: { job: Job }) => {
  const t = useT()
  const title = useOwnerName()(job)
  const words = useScheduleTexts()
  const nameOf = useJobName()
  return (
    <li className="flex items-start justify-between gap-3 border-b border-border px-4 py-2.5 last:border-0">
      <div className="min-w-0 text-sm">
        <span className="font-medium" title={`${job.plugin}/${job.name}`}>
          {nameOf(job)}
        </span>
        <p className="text-xs text-muted">
          {title} · <span title={t('schedules.crontab', { line: job.schedule })}>{words(job.schedule)}</span>{' '}
          · <LastRun job={job} />
        </p>
        {job.failure && <p className="mt-1 text-xs break-words text-danger">{job.failure}</p>}
      </div>
      <Status tone={tones[job.state]}>{t(`schedules.states.${job.state}`)}</Status>
    </li>
  )
}

const states: readonly Job['state'][] = ['in-time', 'late', 'failed']

const JobList = ({ jobs }: { jobs: readonly Job[] }) => {
  const t = useT()
  const nameOf = useJobName()
  const ownerOf = useOwnerName()
  const filter = useListFilter(jobs, {
    kinds: states,
    kindOf: ({ state }) => state,
    textOf: (job) => [nameOf(job), ownerOf(job), job.plugin, job.name, job.failure].join(' '),
  })
  return (
    <>
      <ListFilter name="schedules" filter={filter} kindName={(state) => t(`schedules.states.${state}`)} />
      {filter.shown.length === 0 && <Empty title={t('filter.none')} />}
      <ul>
        {filter.shown.map((job) => (
          <JobLine key={`${job.plugin}/${job.name}`} job={job} />
        ))}
      </ul>
    </>
  )
}

const ScheduledWork = () => {
  const t = useT()
  const title = t('schedules.title')
  const query = useEndpoint(readSchedules, undefined, { refetchEvery: 60_000 })
  const draw = (data?: ReplyOf<typeof readSchedules>) => (
    <Card title={title} description={t('schedules.text')} flush>
      {!data && (
        <div className="sp-card-body">
          <Skeleton lines={17} />
        </div>
      )}
      {data?.jobs.length === 0 && <Empty icon={<Clock />} title={t('schedules.none')} />}
      {data && data.jobs.length > 0 && <JobList jobs={data.jobs} />}
    </Card>
  )
  return (
    <Loaded query={query} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default ScheduledWork
