import { readAnyUsageHistory, readUsageHistory, type UsageSpan } from '@spawnpoint/contracts/servers'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Table, type Column } from '@spawnpoint/sdk/ui'
import { Activity } from '@spawnpoint/sdk/ui/icons'
import { useMemo, type ReactNode } from 'react'
import {
  drawHistory,
  sumUpHistory,
  tabulateHistory,
  type UsageFigure,
  type UsageHistory,
  type UsageRow,
} from './read-usage-history.ts'
import { useBytes } from './use-bytes.ts'
import { UsageGraph } from './usage-graph.tsx'

const readEveryMs = 60_000

const usePercent = () => {
  const t = useT()
  const { number } = useFormat()
  return useMemo(
    () => (value: number) => t('units.percent', { value: number(Math.round(value)) }),
    [t, number],
  )
}

const useSeries = (history: UsageHistory) => {
  const t = useT()
  return useMemo(() => {
    const { x, cpu, memory, disk, received, sent } = drawHistory(history)
    const withPeak = ({ average, highest }: typeof cpu, tone: 'accent' | 'success') => [
      { label: t('usage.average'), values: average, tone },
      { label: t('usage.peak'), values: highest, tone: 'warning' as const },
    ]
    return {
      x,
      cpu: withPeak(cpu, 'accent'),
      memory: withPeak(memory, 'success'),
      disk: [{ label: t('usage.disk'), values: disk.average, tone: 'accent' as const }],
      network: [
        { label: t('usage.received'), values: received.average, tone: 'info' as const },
        { label: t('usage.sent'), values: sent.average, tone: 'warning' as const },
      ],
    }
  }, [history, t])
}

const Graphs = ({ history }: { history: UsageHistory }) => {
  const t = useT()
  const { bytes, rate } = useBytes()
  const percent = usePercent()
  const series = useSeries(history)
  const { cpu, memory, disk, received, sent } = sumUpHistory(history)
  const shared = { x: series.x }
  const figures = (figure: UsageFigure | null, format: (value: number) => string) => ({
    format,
    now: figure === null ? '–' : format(figure.average),
    ...(figure && { note: t('usage.onAverage', { highest: format(figure.highest) }) }),
  })
  const both = (key: keyof UsageFigure) =>
    t('usage.both', { received: rate(received?.[key] ?? 0), sent: rate(sent?.[key] ?? 0) })
  const network = received && {
    now: both('average'),
    note: t('usage.onAverage', { highest: both('highest') }),
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <UsageGraph title={t('usage.cpu')} series={series.cpu} {...shared} {...figures(cpu, percent)} />
      <UsageGraph
        title={t('usage.memory')}
        bytes
        series={series.memory}
        {...shared}
        {...figures(memory, bytes)}
      />
      <UsageGraph
        title={t('usage.network')}
        bytes
        series={series.network}
        {...shared}
        {...(network ?? { now: '–' })}
        format={rate}
      />
      <UsageGraph title={t('usage.disk')} bytes series={series.disk} {...shared} {...figures(disk, bytes)} />
    </div>
  )
}

/** The same numbers for those who cannot see the lines, or want to read them. */
const Values = ({ history }: { history: UsageHistory }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const { bytes, rate } = useBytes()
  const percent = usePercent()
  const column = (
    id: Exclude<keyof UsageRow, 'at'>,
    format: (value: number) => string,
  ): Column<UsageRow> => ({
    id,
    header: t(`usage.${id}`),
    phone: 'line',
    cell: ({ [id]: figure }) =>
      figure === null
        ? '–'
        : t('usage.withPeak', { average: format(figure.average), highest: format(figure.highest) }),
  })
  return (
    <details>
      <summary className="cursor-pointer text-sm">{t('usage.table')}</summary>
      <div className="mt-3">
        <Table
          caption={t('view.usage')}
          rows={tabulateHistory(history)}
          rowKey={({ at }) => at}
          columns={[
            { id: 'at', header: t('usage.time'), cell: ({ at }) => dateTime(new Date(at).toISOString()) },
            column('cpu', percent),
            column('memory', bytes),
            column('disk', bytes),
            column('received', rate),
            column('sent', rate),
          ]}
        />
      </div>
    </details>
  )
}

/** The use of a server over a day or a month. */
export const ResourcesHistory = ({
  id,
  isOwn,
  span,
  loading,
}: {
  id: string
  isOwn: boolean
  span: UsageSpan
  loading: ReactNode
}) => {
  const t = useT()
  const query = useEndpoint(
    isOwn ? readUsageHistory : readAnyUsageHistory,
    { params: { id }, query: { span } },
    { refetchEvery: readEveryMs },
  )
  return (
    <Loaded query={query} loading={loading}>
      {(history) =>
        history.at.length === 0 ? (
          <Card>
            <Empty icon={<Activity />} title={t('usage.none.title')} text={t('usage.none.text')} />
          </Card>
        ) : (
          <div className="grid gap-4">
            <Graphs history={history} />
            <p className="sp-hint">{t('usage.gaps')}</p>
            <Values history={history} />
          </div>
        )
      }
    </Loaded>
  )
}
