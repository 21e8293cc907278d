import { logFile, readLogs, type ShownLine } from '@spawnpoint/contracts/admin-home'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Card, Code, Empty, Skeleton, type Tone } from '@spawnpoint/sdk/ui'
import { CircleCheck, Download } from '@spawnpoint/sdk/ui/icons'
import { ShareLog } from './share-log.tsx'

const tones: Readonly<Record<ShownLine['level'], Tone>> = {
  warn: 'warning',
  error: 'danger',
  fatal: 'danger',
}

const LogLine = ({ line }: { line: ShownLine }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const about = [line.plugin, line.request && t('logs.request', { id: line.request })].filter(Boolean)
  return (
    <li className="grid gap-1 border-b border-border px-4 py-2.5 text-sm last:border-0">
      <div className="flex items-start gap-2">
        <Badge tone={tones[line.level]}>{t(`logs.levels.${line.level}`)}</Badge>
        <span className="min-w-0 flex-1 break-words">{line.message}</span>
        <time className="flex-none text-xs text-subtle" dateTime={line.at} title={dateTime(line.at)}>
          {ago(line.at)}
        </time>
      </div>
      {about.length > 0 && <p className="text-xs break-all text-muted">{about.join(' · ')}</p>}
      {line.detail && (
        <details className="text-xs">
          <summary className="w-fit cursor-pointer text-muted">{t('logs.details')}</summary>
          <Code block>{line.detail}</Code>
        </details>
      )}
    </li>
  )
}

const Tools = ({ data }: { data: ReplyOf<typeof readLogs> }) => {
  const t = useT()
  return (
    <>
      <a className="sp-button sp-button-secondary sp-button-sm" href={logFile.path} download>
        <span className="sp-button-content">
          <Download aria-hidden />
          {t('logs.download')}
        </span>
      </a>
      {data.shareHost && <ShareLog lines={data.lines} host={data.shareHost} />}
    </>
  )
}

const LogCard = ({ data }: { data?: ReplyOf<typeof readLogs> }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const hasLines = data !== undefined && data.lines.length > 0
  return (
    <Card
      title={t('logs.title')}
      description={t('logs.text')}
      flush
      actions={hasLines && <Tools data={data} />}
    >
      {!data && (
        <div className="sp-card-body">
          <Skeleton lines={7} />
        </div>
      )}
      {data && !hasLines && (
        <Empty
          icon={<CircleCheck />}
          title={t('logs.none')}
          text={t('logs.noneText', { since: dateTime(data.since) })}
        />
      )}
      {hasLines && (
        // Scrolls by itself, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className="max-h-96 overflow-y-auto" tabIndex={0} aria-label={t('logs.title')}>
          {data.lines.map((line) => (
            <LogLine key={line.id} line={line} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Logs = () => {
  const t = useT()
  const query = useEndpoint(readLogs, undefined, { refetchEvery: 60_000 })
  return (
    <Loaded query={query} title={t('logs.title')} loading={<LogCard />}>
      {(data) => <LogCard data={data} />}
    </Loaded>
  )
}

export default Logs
