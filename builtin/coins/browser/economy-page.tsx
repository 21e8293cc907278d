import { economyFile, readEconomy } from '@spawnpoint/contracts/coins'
import { useSearchParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Page, Select, Skeleton } from '@spawnpoint/sdk/ui'
import { Download } from '@spawnpoint/sdk/ui/icons'
import { EconomyCharts } from './economy-charts.tsx'
import { EconomyFigures } from './economy-figures.tsx'
import { KindTable } from './economy-kinds.tsx'
import { Distribution, LargestBalances } from './economy-wealth.tsx'
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

/** Where coins come from and go to, for staff who set prices and rewards. */
export default function EconomyPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const period = address.get('period') ?? '30'
  const query = useEndpoint(readEconomy, { query: { period } })
  const periods = usePeriods(query.data?.months ?? (period.includes('-') ? [period] : []))
  return (
    <Page
      title={t('economy')}
      description={t('staff.economy.description')}
      width="wide"
      actions={
        <>
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
        </>
      }
    >
      <Loaded query={query} loading={<Loading />}>
        {(economy) => <Content economy={economy} />}
      </Loaded>
    </Page>
  )
}
