import { logFile, readLogs, type ShownLine } from '@spawnpoint/contracts/admin-home'
import { useFormat, useLocation, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Card, Code, Empty, Skeleton, TextLink, type Tone } from '@spawnpoint/sdk/ui'
import { CircleCheck, Download } from '@spawnpoint/sdk/ui/icons'
import { ListFilter, useListFilter } from './list-filter.tsx'
import { ShareLog } from './share-log.tsx'

const tones: Readonly<Record<ShownLine['level'], Tone>> = {
  warn: 'warning',
  error: 'danger',
  fatal: 'danger',
}

const LogLine = ({ line, open = false }: { line: ShownLine; open?: boolean }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const { pathname } = useLocation()
  const about = [line.plugin, line.request && t('logs.request', { id: line.request })].filter(Boolean)
  return (
    <li className="grid gap-1 border-b border-border px-4 py-2.5 text-sm last:border-0">
      <div className="flex items-start gap-2">
        <Badge tone={tones[line.level]}>{t(`logs.levels.${line.level}`)}</Badge>
        <span className="min-w-0 flex-1 break-words">{line.message}</span>
        <TextLink to={`${pathname}?log=${line.id}`} className="flex-none text-xs" title={t('logs.open')}>
          <time dateTime={line.at} title={dateTime(line.at)}>
            {ago(line.at)}
          </time>
        </TextLink>
      </div>
      {about.length > 0 && <p className="text-xs break-all text-muted">{about.join(' · ')}</p>}
      {line.detail && (
        <details className="text-xs" open={open}>
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

/** The line that the address names, alone and with its details. */
const OneLine = ({ line }: { line: ShownLine | undefined }) => {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <>
      <p className="border-b border-border px-4 py-3 text-sm">
        <TextLink to={pathname}>{t('logs.showAll')}</TextLink>
      </p>
      {line ? (
        <ul>
          <LogLine line={line} open />
        </ul>
      ) : (
        <Empty title={t('logs.gone')} text={t('logs.goneText')} />
      )}
    </>
  )
}

const levels: readonly ShownLine['level'][] = ['warn', 'error', 'fatal']

const AllLines = ({ lines }: { lines: readonly ShownLine[] }) => {
  const t = useT()
  const filter = useListFilter(lines, {
    kinds: levels,
    kindOf: ({ level }) => level,
    textOf: ({ message, plugin, request, detail }) => [message, plugin, request, detail].join(' '),
  })
  return (
    <>
      <ListFilter name="logs" filter={filter} kindName={(level) => t(`logs.levels.${level}`)} />
      {filter.shown.length === 0 && <Empty title={t('filter.none')} />}
      {filter.shown.length > 0 && (
        // Scrolls by itself, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className="max-h-96 overflow-y-auto" tabIndex={0} aria-label={t('logs.title')}>
          {filter.shown.map((line) => (
            <LogLine key={line.id} line={line} />
          ))}
        </ul>
      )}
    </>
  )
}

const LogCard = ({ data }: { data?: ReplyOf<typeof readLogs> }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const one = useSearchParams()[0].get('log')
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
      {hasLines && one !== null && <OneLine line={data.lines.find(({ id }) => String(id) === one)} />}
      {hasLines && one === null && <AllLines lines={data.lines} />}
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
