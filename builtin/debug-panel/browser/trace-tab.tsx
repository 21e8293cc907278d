import { useFormat, useHost, useShallow, useStore, useT, type TraceEntry } from '@spawnpoint/sdk/browser'
import { hideSecrets } from '@spawnpoint/sdk/common'
import { Badge, Code, CopyButton, Empty, type Tone } from '@spawnpoint/sdk/ui'
import { useMemo, useRef, useState, type ComponentType } from 'react'
import { asJson } from './redact.ts'
import { TabBar } from './tab-bar.tsx'

type Kind = TraceEntry['kind']

const toneOfStatus = (status: unknown): Tone => {
  if (typeof status !== 'number' || status === 0 || status >= 500) return 'danger'
  return status >= 400 ? 'warning' : 'success'
}

const toneOfLevel: Readonly<Record<string, Tone>> = { error: 'danger', warn: 'warning', info: 'info' }

/** The mark in front of a line: a status, a level, an outcome. */
const Mark = ({ entry: { kind, detail } }: { entry: TraceEntry }) => {
  if (kind === 'network')
    return <Badge tone={toneOfStatus(detail['status'])}>{String(detail['status'] ?? '')}</Badge>
  if (kind === 'console')
    return (
      <Badge tone={toneOfLevel[String(detail['level'])] ?? 'neutral'}>{String(detail['level'] ?? '')}</Badge>
    )
  if (kind === 'hook')
    return (
      <Badge tone={detail['outcome'] === 'ok' ? 'success' : 'warning'}>
        {String(detail['outcome'] ?? '')}
      </Badge>
    )
  return <Badge tone="danger">!</Badge>
}

const durationOf = ({ detail }: TraceEntry) => detail['ms'] ?? detail['durationMs']

/** The time of day to the millisecond, in the time zone of all other times of the product. */
const useClockTime = () => {
  const { locale, timeZone } = useFormat()
  return useMemo(() => {
    const digits = {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    } as const
    const format = new Intl.DateTimeFormat(locale, { ...digits, hourCycle: 'h23', timeZone })
    return (at: number) => format.format(at)
  }, [locale, timeZone])
}

interface LineProps {
  readonly entry: TraceEntry
  /** Stands below the entry once it is unfolded. */
  readonly Actions?: ComponentType<{ readonly entry: TraceEntry }> | undefined
}

const TraceLine = ({ entry, Actions }: LineProps) => {
  const [isOpen, setOpen] = useState(false)
  const t = useT()
  const { number, dateTime } = useFormat()
  const clockTime = useClockTime()
  const duration = durationOf(entry)
  const shown = hideSecrets(entry.detail)
  const title = String(hideSecrets(entry.title))
  return (
    <li className="border-b border-border last:border-0">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex items-baseline gap-2 px-1 py-1.5 text-xs">
          <time
            className="flex-none text-subtle tabular-nums"
            dateTime={new Date(entry.at).toISOString()}
            title={dateTime(entry.at)}
          >
            {clockTime(entry.at)}
          </time>
          <Mark entry={entry} />
          {entry.plugin && <span className="flex-none text-muted">{entry.plugin}</span>}
          <span className="min-w-0 flex-1 truncate font-mono">{title}</span>
          {typeof duration === 'number' && (
            <span className="flex-none text-subtle tabular-nums">
              {t('ms', { ms: number(Math.round(duration * 10) / 10) })}
            </span>
          )}
        </summary>
        <div className="grid gap-1 pb-2">
          <Code block>{asJson(shown)}</Code>
          <div className="flex flex-wrap items-center gap-2">
            <CopyButton value={asJson({ ...entry, title, detail: shown })} label={t('copy')} />
            {isOpen && Actions && <Actions entry={entry} />}
          </div>
        </div>
      </details>
    </li>
  )
}

/** Entries of one kind, newest first. */
export const useTrace = (kind: Kind): readonly TraceEntry[] => {
  const { trace } = useHost()
  return useStore(
    trace,
    useShallow((entries) => entries.filter((entry) => entry.kind === kind).toReversed()),
  )
}

export const TraceTab = ({ kind, Actions }: { kind: Kind } & Pick<LineProps, 'Actions'>) => {
  const t = useT()
  const { trace } = useHost()
  const entries = useTrace(kind)
  const place = useRef<HTMLDivElement>(null)
  const clear = () => {
    trace.clear(kind)
    // The button goes with the entries.
    place.current?.focus()
  }
  return (
    <div ref={place} tabIndex={-1}>
      {entries.length === 0 ? (
        <Empty title={t(`none.${kind}`)} />
      ) : (
        <>
          <TabBar data={hideSecrets(entries)} onClear={clear} />
          <ul>
            {entries.map((entry) => (
              <TraceLine key={entry.id} entry={entry} Actions={Actions} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
