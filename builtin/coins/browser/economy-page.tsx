import { economyFile, readEconomy } from '@spawnpoint/contracts/coins'
import { useHashTab, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Page, Select, Skeleton, Tabs } from '@spawnpoint/sdk/ui'
import { Download } from '@spawnpoint/sdk/ui/icons'
import { EconomyCharts } from './economy-charts.tsx'
import { EconomyFigures } from './economy-figures.tsx'
import { KindTable } from './economy-kinds.tsx'
import { Distribution, LargestBalances } from './economy-wealth.tsx'
import { ReportTab } from './report-tab.tsx'
import { SimulatorTab } from './simulator-tab.tsx'
import { useEconomyFormat } from './use-economy-format.ts'

export type Economy = ReplyOf<typeof readEconomy>

const usePeriods = (months: readonly string[]) => {
  const t = useT()
  const { month } = useEconomyFormat()
  return [
    ...[30, 90, 365].map((days) => ({ value: String(days), label: t('staff.economy.lastDays', { days }) })),
    ...months.map((value) => ({ value, label: month(value) })),
  ]
}

const Loading = () => (
  <div className="grid gap-4">
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {['1', '2', '3', '4'].map((key) => (
        <Skeleton key={key} shape="block" className="h-24" />
      ))}
    </div>
    <Skeleton shape="block" className="h-72" />
    <Skeleton shape="block" className="h-72" />
  </div>
)

const Content = ({ economy }: { economy: Economy }) => (
  <div className="grid gap-4">
    <EconomyFigures economy={economy} />
    <EconomyCharts days={economy.days} />
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <KindTable kinds={economy.kinds} side="issued" />
        <Distribution wealth={economy.wealth} />
      </div>
      <div className="grid min-w-0 gap-4">
        <KindTable kinds={economy.kinds} side="removed" />
        <LargestBalances largest={economy.largest} />
      </div>
    </div>
  </div>
)

/** Figures of a period, which the address names. */
const Overview = () => {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const period = address.get('period') ?? '30'
  const query = useEndpoint(readEconomy, { query: { period } })
  const periods = usePeriods(query.data?.months ?? (period.includes('-') ? [period] : []))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t('staff.economy.period')}
          hideLabel
          options={periods}
          value={period}
          onChange={(event) => setAddress({ period: event.target.value }, { replace: true })}
        />
        <a
          className="sp-button sp-button-secondary"
          href={`${economyFile.path}?${new URLSearchParams({ period })}`}
          download
        >
          <span className="sp-button-content">
            <Download aria-hidden />
            {t('staff.economy.download')}
          </span>
        </a>
      </div>
      <Loaded query={query} loading={<Loading />}>
        {(economy) => <Content economy={economy} />}
      </Loaded>
    </div>
  )
}

const Report = () => {
  const query = useEndpoint(readEconomy, { query: { period: '30' } })
  return (
    <Loaded query={query} loading={<Loading />}>
      {({ months }) => <ReportTab months={months} />}
    </Loaded>
  )
}

/** Where coins come from and go to, for staff who set prices and rewards. */
export default function EconomyPage() {
  const t = useT()
  return (
    <Page title={t('economy')} description={t('staff.economy.description')} width="wide">
      <Tabs
        {...useHashTab()}
        label={t('economy')}
        tabs={[
          { id: 'overview', label: t('staff.economy.overview'), content: <Overview /> },
          { id: 'simulator', label: t('staff.simulator.title'), content: <SimulatorTab /> },
          { id: 'report', label: t('staff.report.title'), content: <Report /> },
        ]}
      />
    </Page>
  )
}
