import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Card } from '@spawnpoint/sdk/ui'
import { Chart } from '@spawnpoint/sdk/ui/chart'
import { useMemo } from 'react'
import type { Economy } from './economy-page.tsx'
import { useEconomyFormat } from './use-economy-format.ts'

export const EconomyCharts = ({ days }: { days: Economy['days'] }) => {
  const t = useT()
  const { number } = useFormat()
  const { tag } = useEconomyFormat()
  // A chart draws again when these are other objects.
  const { x, flows, supply } = useMemo(
    () => ({
      x: days.map(({ day }) => Date.parse(day) / 1000),
      flows: [
        {
          label: t('staff.economy.issued'),
          values: days.map(({ issued }) => issued),
          tone: 'success' as const,
        },
        {
          label: t('staff.economy.removed'),
          values: days.map(({ removed }) => removed),
          tone: 'warning' as const,
        },
      ],
      supply: [{ label: t('staff.home.circulating'), values: days.map((day) => day.supply) }],
    }),
    [days, t],
  )
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={t('staff.economy.perDay')} description={t('staff.economy.utc')}>
        <Chart
          label={t('staff.economy.perDay')}
          x={x}
          series={flows}
          format={number}
          locale={tag}
          timeZone="UTC"
          height={220}
        />
      </Card>
      <Card title={t('staff.home.circulating')} description={t('staff.economy.endOfDay')}>
        <Chart
          label={t('staff.home.circulating')}
          x={x}
          series={supply}
          format={number}
          locale={tag}
          timeZone="UTC"
          height={220}
        />
      </Card>
    </div>
  )
}
