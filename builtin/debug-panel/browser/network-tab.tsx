import { readLogs, type ShownLine } from '@spawnpoint/contracts/admin-home'
import { useCan, useFormat, useHost, useT, type TraceEntry } from '@spawnpoint/sdk/browser'
import { Alert, Button, Code, CopyButton } from '@spawnpoint/sdk/ui'
import { FileText } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { asCurl } from './as-curl.ts'
import { focusOnArrival } from './focus-on-arrival.ts'
import { readMeasured, timingOf } from './request-timing.ts'
import { TraceTab } from './trace-tab.tsx'

type Read = 'not-yet' | 'reading' | readonly ShownLine[] | { readonly problem: string }

/** The warnings and errors that the server has logged in this request. */
const ServerLog = ({ request }: { request: string }) => {
  const t = useT()
  const host = useHost()
  const [read, setRead] = useState<Read>('not-yet')
  const load = async () => {
    setRead('reading')
    try {
      const { lines } = await host.call(readLogs)
      setRead(lines.filter((line) => line.request === request))
    } catch (error) {
      setRead({ problem: host.explain('admin-home', error) })
    }
  }
  if (read === 'reading' || read === 'not-yet')
    return (
      <Button
        size="sm"
        icon={<FileText aria-hidden />}
        loading={read === 'reading'}
        onClick={() => void load()}
      >
        {t('network.log')}
      </Button>
    )
  if ('problem' in read)
    return (
      <div ref={focusOnArrival} tabIndex={-1}>
        <Alert tone="danger" title={read.problem} />
      </div>
    )
  if (read.length === 0)
    return (
      <p ref={focusOnArrival} tabIndex={-1} className="sp-hint text-xs">
        {t('network.noLog')}
      </p>
    )
  return (
    <ul ref={focusOnArrival} tabIndex={-1} aria-label={t('network.log')} className="grid gap-1">
      {read.map(({ id, level, message, detail }) => (
        <li key={id} className="text-xs">
          <strong>{level}</strong> {message}
          {detail !== null && <Code block>{detail}</Code>}
        </li>
      ))}
    </ul>
  )
}

const Timing = ({ entry }: { entry: TraceEntry }) => {
  const t = useT()
  const { number } = useFormat()
  const timing = timingOf(entry, readMeasured())
  if (!timing) return null
  const whole = (ms: number) => number(Math.round(ms))
  return (
    <p className="text-xs text-muted">
      {t('network.timing', {
        waiting: whole(timing.waiting),
        download: whole(timing.download),
        size: number(Math.round(timing.bytes / 100) / 10),
      })}
    </p>
  )
}

/** The facts of a request, and what to do with it. */
const RequestActions = ({ entry }: { entry: TraceEntry }) => {
  const t = useT()
  const maySeeLogs = useCan('admin.dashboard.components.system.logs')
  const { requestId } = entry.detail
  const id = typeof requestId === 'string' ? requestId : null
  return (
    <>
      <Timing entry={entry} />
      {id !== null && (
        <p className="flex flex-wrap items-center gap-1 text-xs text-muted">
          {t('network.request')}
          <span className="inline-flex min-w-0 items-center gap-1">
            <Code>{id}</Code>
            <CopyButton value={id} label={t('network.copyId')} iconOnly />
          </span>
        </p>
      )}
      <CopyButton value={asCurl(entry, location.origin)} label={t('network.curl')} />
      {id !== null && maySeeLogs && <ServerLog request={id} />}
    </>
  )
}

const NetworkTab = () => <TraceTab kind="network" Actions={RequestActions} />

export default NetworkTab
