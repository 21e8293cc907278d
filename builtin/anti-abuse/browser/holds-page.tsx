import { countHolds } from '@spawnpoint/contracts/anti-abuse'
import { useCan, useFormat, useHashTab, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Page, Skeleton, Stat, Tabs } from '@spawnpoint/sdk/ui'
import { Clock, Coins, Mail } from '@spawnpoint/sdk/ui/icons'
import { HoldsTable } from './holds-table.tsx'
import { NetworksTab } from './networks-tab.tsx'

const Figures = () => {
  const t = useT()
  const { number } = useFormat()
  const { data, isError } = useEndpoint(countHolds)
  const figure = (value: number | undefined) => {
    if (value !== undefined) return number(value)
    return isError ? '–' : <Skeleton />
  }
  return (
    <div className="sp-stats">
      <Stat label={t('staff.counts.open')} icon={<Clock aria-hidden />} value={figure(data?.open)} />
      <Stat label={t('staff.counts.appealed')} icon={<Mail aria-hidden />} value={figure(data?.appealed)} />
      <Stat label={t('staff.counts.coins')} icon={<Coins aria-hidden />} value={figure(data?.coins)} />
    </div>
  )
}

const Holds = () => (
  <div className="grid gap-5">
    <Figures />
    <HoldsTable />
  </div>
)

export default function HoldsPage() {
  const t = useT()
  const tab = useHashTab()
  const mayChange = useCan('admin.earning.holds.networks')
  return (
    <Page title={t('page.title')} description={t('staff.description')}>
      {mayChange ? (
        <Tabs
          label={t('page.title')}
          tabs={[
            { id: 'holds', label: t('staff.tabs.holds'), content: <Holds /> },
            { id: 'networks', label: t('staff.tabs.networks'), content: <NetworksTab /> },
          ]}
          {...tab}
        />
      ) : (
        <Holds />
      )}
    </Page>
  )
}
