import { readReport, reportFile } from '@spawnpoint/contracts/coins'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  Empty,
  KeyValue,
  Select,
  Skeleton,
  Stat,
  Table,
  type Column,
} from '@spawnpoint/sdk/ui'
import { CircleAlert, CircleCheck, Clock, Download, FileText } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { signed } from './economy-figures.tsx'
import { Distribution } from './economy-wealth.tsx'
import './paper.css'
import { useEconomyFormat } from './use-economy-format.ts'
import { useKindTexts } from './use-kind-texts.ts'

type Report = ReplyOf<typeof readReport>
type Kind = Report['kinds'][number]
type Movement = Report['largest'][number]

const icons = {
  passed: <CircleCheck className="text-success" aria-hidden />,
  failed: <CircleAlert className="text-danger" aria-hidden />,
  unknown: <Clock className="text-muted" aria-hidden />,
}

const Checks = ({ checks }: { checks: Report['checks'] }) => {
  const t = useT()
  return (
    <Card title={t('staff.report.checks')}>
      <ul className="grid gap-3">
        {(['balanced', 'days', 'supply', 'ledger'] as const).map((name) => (
          <li key={name} className="flex items-start gap-2">
            {icons[checks[name]]}
            <span>{t(`staff.report.${name === 'supply' ? 'supplyCheck' : name}.${checks[name]}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Figures = ({
  report: { opening, closing, totals, before, velocity, inflation },
}: {
  report: Report
}) => {
  const t = useT()
  const { number, percent } = useFormat()
  const { decimal } = useEconomyFormat()
  const compared = (now: number, earlier: number) =>
    earlier === 0
      ? t('staff.economy.noBefore')
      : t('staff.economy.compared', { value: signed(percent(now / earlier - 1), now - earlier) })
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Card>
          <Stat
            label={t('staff.economy.issued')}
            value={number(totals.issued)}
            note={compared(totals.issued, before.issued)}
          />
        </Card>
        <Card>
          <Stat
            label={t('staff.economy.removed')}
            value={number(totals.removed)}
            note={compared(totals.removed, before.removed)}
          />
        </Card>
        <Card>
          <Stat
            label={t('staff.report.inflation')}
            value={inflation === null ? '–' : signed(percent(inflation), inflation)}
            note={t('staff.report.inflationNote')}
          />
        </Card>
        <Card>
          <Stat
            label={t('staff.economy.velocity')}
            value={velocity === null ? '–' : decimal(velocity)}
            note={t('staff.economy.velocityNote')}
          />
        </Card>
      </div>
      <Card title={t('staff.report.supply')}>
        <KeyValue
          items={[
            { label: t('staff.report.opening'), value: number(opening) },
            { label: t('staff.economy.issued'), value: signed(number(totals.issued), totals.issued) },
            { label: t('staff.economy.removed'), value: number(-totals.removed) },
            { label: t('staff.report.closing'), value: <strong>{number(closing)}</strong> },
            { label: t('staff.report.moved'), value: number(totals.moved) },
            { label: t('staff.report.transactions'), value: number(totals.transactions) },
          ]}
        />
      </Card>
    </>
  )
}

const useKindColumns = (): readonly Column<Kind>[] => {
  const t = useT()
  const { number } = useFormat()
  const nameOf = useKindTexts()
  return [
    { id: 'kind', phone: 'title', header: t('statement.kind'), cell: ({ kind }) => nameOf(kind) },
    ...(['issued', 'removed', 'moved', 'transactions'] as const).map((side) => ({
      id: side,
      // A phone has room for two of the four.
      phone: side === 'moved' || side === 'transactions' ? ('hidden' as const) : ('meta' as const),
      phoneLabel: true,
      header: t(
        side === 'moved' || side === 'transactions' ? `staff.report.${side}` : `staff.economy.${side}`,
      ),
      align: 'end' as const,
      cell: (kind: Kind) => <span className="tabular-nums">{number(kind[side])}</span>,
    })),
  ]
}

const useMovementColumns = (): readonly Column<Movement>[] => {
  const t = useT()
  const { number, dateTime } = useFormat()
  const nameOf = useKindTexts()
  const product = t('staff.report.product')
  return [
    { id: 'kind', phone: 'title', header: t('statement.kind'), cell: ({ kind }) => nameOf(kind) },
    { id: 'at', phone: 'meta', header: t('statement.at'), cell: ({ at }) => dateTime(at) },
    {
      id: 'from',
      phone: 'hidden',
      header: t('staff.report.from'),
      cell: ({ from }) => from ?? product,
    },
    {
      id: 'to',
      phone: 'meta',
      phoneLabel: true,
      header: t('staff.report.to'),
      cell: ({ to }) => to ?? product,
    },
    {
      id: 'coins',
      phone: 'end',
      header: t('statement.amount'),
      align: 'end',
      cell: ({ coins }) => <span className="tabular-nums">{number(coins)}</span>,
    },
  ]
}

export const MonthlyReport = ({ report }: { report: Report }) => {
  const t = useT()
  const { month } = useEconomyFormat()
  const { date } = useFormat()
  const empty = <Empty title={t('statement.empty')} text={t('staff.economy.nothing')} />
  return (
    <article className="coins-paper grid gap-4" aria-labelledby="coins-report-title">
      <header>
        <h2 id="coins-report-title" className="text-xl font-semibold">
          {t('staff.report.heading', { month: month(report.month) })}
        </h2>
        <p className="text-muted">
          {t('staff.report.period', { from: date(report.from), to: date(report.to) })}
        </p>
      </header>
      {!report.complete && <Alert tone="warning">{t('staff.report.incomplete')}</Alert>}
      <Figures report={report} />
      <Card title={t('staff.report.byKind')} flush>
        <Table<Kind>
          caption={t('staff.report.byKind')}
          columns={useKindColumns()}
          rows={report.kinds}
          rowKey={({ kind }) => kind}
          empty={empty}
        />
      </Card>
      <Card title={t('staff.report.largest')} flush>
        <Table<Movement>
          caption={t('staff.report.largest')}
          columns={useMovementColumns()}
          rows={report.largest}
          rowKey={({ id }) => id}
          empty={empty}
        />
      </Card>
      <Distribution wealth={report.wealth} />
      <Checks checks={report.checks} />
    </article>
  )
}

const Loading = () => (
  <div className="grid gap-4">
    <Skeleton shape="block" className="h-24" />
    <Skeleton shape="block" className="h-72" />
    <Skeleton shape="block" className="h-72" />
  </div>
)

/** The report of a month, to read, print and download. */
export const ReportTab = ({ months }: { months: readonly string[] }) => {
  const t = useT()
  const { month: nameOf } = useEconomyFormat()
  // The latest month that is over, where there is one.
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '')
  const query = useEndpoint(readReport, { params: { month } }, { enabled: month !== '' })
  if (month === '')
    return <Empty icon={<FileText />} title={t('statement.empty')} text={t('staff.report.none')} />
  return (
    <div className="grid gap-4">
      <div className="coins-not-on-paper flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t('staff.report.month')}
          options={months.map((value) => ({ value, label: nameOf(value) }))}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        />
        <div className="sp-actions">
          <Button icon={<FileText aria-hidden />} onClick={() => window.print()}>
            {t('staff.report.print')}
          </Button>
          <a
            className="sp-button sp-button-secondary"
            href={`${reportFile.path}?${new URLSearchParams({ month })}`}
            download
          >
            <span className="sp-button-content">
              <Download aria-hidden />
              {t('staff.economy.download')}
            </span>
          </a>
        </div>
      </div>
      <Loaded query={query} loading={<Loading />}>
        {(report) => <MonthlyReport report={report} />}
      </Loaded>
    </div>
  )
}
