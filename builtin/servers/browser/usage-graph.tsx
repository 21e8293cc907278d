import { useFormat } from '@spawnpoint/sdk/browser'
import { Card } from '@spawnpoint/sdk/ui'
import { Chart, type ChartSeries } from '@spawnpoint/sdk/ui/chart'

/** The number that matters, and its course. */
export const UsageGraph = ({
  title,
  now,
  note,
  limit,
  ...chart
}: {
  title: string
  now: string
  note?: string
  x: readonly number[]
  series: readonly ChartSeries[]
  format: (value: number) => string
  bytes?: boolean
  /** The most that the server may use, where there is a limit. */
  limit?: number | undefined
}) => {
  const { locale, timeZone } = useFormat()
  return (
    <Card title={title}>
      <p className="mb-3">
        <span className="text-2xl font-semibold tabular-nums">{now}</span>
        {note && <span className="ms-2 text-sm text-muted">{note}</span>}
      </p>
      <Chart
        label={title}
        height={150}
        locale={locale}
        timeZone={timeZone}
        fromZero
        {...(limit !== undefined && { limit })}
        {...chart}
      />
    </Card>
  )
}
