import { checkUpdates, readUpdates, type Updates as Found } from '@spawnpoint/contracts/admin-home'
import { useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Skeleton, Stat, Status, type Tone } from '@spawnpoint/sdk/ui'
import { ExternalLink, RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { LookupNote, NoRepository } from './lookup-state.tsx'

type Latest = NonNullable<Found['latest']>

const tones: Readonly<Record<Latest['is'], Tone>> = {
  newer: 'info',
  same: 'success',
  older: 'neutral',
  unknown: 'neutral',
}

const ReleaseNotes = ({ latest }: { latest: Latest }) => {
  const t = useT()
  return (
    <a className="sp-link inline-flex items-center gap-1" href={latest.url} target="_blank" rel="noreferrer">
      {t('updates.notes')}
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  )
}

const Versions = ({ data: { current, latest } }: { data: Found }) => {
  const t = useT()
  const { date } = useFormat()
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-4">
        <Stat label={t('updates.current')} value={current} />
        <Stat
          label={t('updates.latest')}
          value={latest ? <span className="break-words">{latest.version}</span> : '–'}
          note={latest?.publishedAt && date(latest.publishedAt)}
        />
      </div>
      {latest && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <Status tone={tones[latest.is]}>{t(`updates.states.${latest.is}`)}</Status>
          <ReleaseNotes latest={latest} />
        </div>
      )}
    </div>
  )
}

const CheckNow = () => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const check = useAction(checkUpdates, { refreshes: [readUpdates] })
  const start = () =>
    check.mutate({}, { onError: (error) => void notify.toast({ title: explain(error), tone: 'danger' }) })
  return (
    <Button size="sm" icon={<RefreshCw aria-hidden />} loading={check.isPending} onClick={start}>
      {t('updates.check')}
    </Button>
  )
}

const Updates = () => {
  const t = useT()
  const title = t('updates.title')
  const draw = (data?: Found) => (
    <Card title={title} actions={data?.repository && <CheckNow />}>
      {data ? (
        <div className="grid gap-3">
          {data.repository ? (
            <Versions data={data} />
          ) : (
            <Stat label={t('updates.current')} value={data.current} />
          )}
          {data.repository ? <LookupNote lookup={data} /> : <NoRepository />}
        </div>
      ) : (
        <Skeleton shape="block" className="h-35" />
      )}
    </Card>
  )
  return (
    <Loaded query={useEndpoint(readUpdates)} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default Updates
