import type { runSimulation } from '@spawnpoint/contracts/coins'
import { joinSentences, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Alert, Card, Empty, Stat, Table, type Column } from '@spawnpoint/sdk/ui'
import { Chart, type ChartSeries } from '@spawnpoint/sdk/ui/chart'
import { useMemo } from 'react'
import { signed } from './economy-figures.tsx'
import { useEconomyFormat } from './use-economy-format.ts'
import { useKindTexts } from './use-kind-texts.ts'

type Result = ReplyOf<typeof runSimulation>
type Outcome = Result['today']
type Band = Outcome['supply']
type Kind = { kind: string; side: 'issued' | 'removed'; today: number; changed: number | null }

const dayMs = 86_400_000

const seriesOf = (band: Band, label: string, tone: ChartSeries['tone'] & string): ChartSeries => ({
  label,
  values: band.middle,
  tone,
  band: { low: band.low, high: band.high },
})

const useSeries = ({ today, changed }: Result, which: 'supply' | 'median') => {
  const t = useT()
  return useMemo(
    () => [
      seriesOf(today[which], t('staff.simulator.today'), 'info'),
      ...(changed ? [seriesOf(changed[which], t('staff.simulator.changed'), 'warning')] : []),
    ],
    [today, changed, which, t],
  )
}

const Charts = ({ result }: { result: Result }) => {
  const t = useT()
  const { number } = useFormat()
  const { tag } = useEconomyFormat()
  const { from, days } = result
  const x = useMemo(() => {
    const first = Date.parse(from)
    return Array.from({ length: days }, (_, day) => (first + day * dayMs) / 1000)
  }, [from, days])
  const [supply, median] = [useSeries(result, 'supply'), useSeries(result, 'median')]
  const shared = { x, format: number, locale: tag, timeZone: 'UTC', height: 220 }
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={t('staff.simulator.supply')} description={t('staff.simulator.band')}>
        <Chart {...shared} label={t('staff.simulator.supply')} series={supply} />
      </Card>
      <Card title={t('staff.economy.median')} description={t('staff.simulator.band')}>
        <Chart {...shared} label={t('staff.economy.median')} series={median} />
      </Card>
    </div>
  )
}

const sumOf = ({ kinds }: Outcome, side: 'issued' | 'removed') =>
  kinds.reduce((sum, each) => sum + each[side], 0)
const lastOf = ({ middle }: Band) => middle.at(-1) ?? 0

const Figures = ({ result: { today, changed } }: { result: Result }) => {
  const t = useT()
  const { number, percent } = useFormat()
  const note = (before: number, after: number | undefined) => {
    if (after === undefined || before === after)
      return after === undefined ? undefined : t('staff.simulator.same')
    const difference = after - before
    const share =
      Math.abs(difference) >= before / 200 && before > 0
        ? ` (${signed(percent(difference / before), difference)})`
        : ''
    return t('staff.simulator.against', { value: signed(number(difference), difference) + share })
  }
  const figures = [
    ['staff.simulator.supply', lastOf(today.supply), changed && lastOf(changed.supply)],
    ['staff.economy.median', lastOf(today.median), changed && lastOf(changed.median)],
    ['staff.economy.issued', sumOf(today, 'issued'), changed && sumOf(changed, 'issued')],
    ['staff.economy.removed', sumOf(today, 'removed'), changed && sumOf(changed, 'removed')],
  ] as const
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {figures.map(([label, before, after]) => (
        <Card key={label}>
          <Stat label={t(label)} value={number(after ?? before)} note={note(before, after ?? undefined)} />
        </Card>
      ))}
    </div>
  )
}

const kindsOf = ({ today, changed }: Result): readonly Kind[] => {
  const names = [...new Set([...today.kinds, ...(changed?.kinds ?? [])].map(({ kind }) => kind))]
  const of = (outcome: Outcome, kind: string) => outcome.kinds.find((each) => each.kind === kind)
  return (['issued', 'removed'] as const).flatMap((side) =>
    names
      .map((kind) => ({
        kind,
        side,
        today: of(today, kind)?.[side] ?? 0,
        changed: changed && (of(changed, kind)?.[side] ?? 0),
      }))
      .filter((each) => each.today + (each.changed ?? 0) > 0)
      .toSorted((a, b) => (b.changed ?? b.today) - (a.changed ?? a.today)),
  )
}

const useColumns = (isCompared: boolean): readonly Column<Kind>[] => {
  const t = useT()
  const { number } = useFormat()
  const nameOf = useKindTexts()
  const figure = (value: number) => <span className="tabular-nums">{number(value)}</span>
  return [
    { id: 'kind', phone: 'title', header: t('statement.kind'), cell: ({ kind }) => nameOf(kind) },
    {
      id: 'side',
      phone: 'meta',
      header: t('staff.simulator.effect'),
      cell: ({ side }) => t(`staff.economy.${side}`),
    },
    {
      id: 'today',
      phone: isCompared ? 'meta' : 'end',
      phoneLabel: isCompared,
      header: t('staff.simulator.today'),
      align: 'end',
      cell: ({ today }) => figure(today),
    },
    ...(isCompared
      ? [
          {
            id: 'changed',
            phone: 'end' as const,
            header: t('staff.simulator.changed'),
            align: 'end' as const,
            cell: ({ changed }: Kind) => figure(changed ?? 0),
          },
        ]
      : []),
  ]
}

export const SimulatorResult = ({ result }: { result: Result }) => {
  const t = useT()
  const { number } = useFormat()
  const nameOf = useKindTexts()
  const kinds = kindsOf(result)
  const columns = useColumns(result.changed !== null)
  const { runs, days, simulated, accounts, assumed } = result
  return (
    <>
      <Figures result={result} />
      <Charts result={result} />
      <Card title={t('staff.simulator.byKind')} description={t('staff.simulator.byKindHint', { days })} flush>
        <Table<Kind>
          caption={t('staff.simulator.byKind')}
          columns={columns}
          rows={kinds}
          rowKey={({ kind, side }) => `${kind} ${side}`}
          empty={<Empty title={t('statement.empty')} text={t('staff.simulator.nothing')} />}
        />
      </Card>
      <Alert>
        {joinSentences([
          t('staff.simulator.method', {
            runs: number(runs),
            days: number(days),
            simulated: number(simulated),
            accounts: number(accounts),
          }),
          assumed.length > 0
            ? t('staff.simulator.assumed', { kinds: assumed.map((kind) => nameOf(kind)).join(', ') })
            : null,
        ])}
      </Alert>
    </>
  )
}
