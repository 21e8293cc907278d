import type { readUsageHistory } from '@spawnpoint/contracts/servers'
import type { ReplyOf } from '@spawnpoint/sdk/common'

export type UsageHistory = ReplyOf<typeof readUsageHistory>

type Values = readonly (number | null)[]
/** A point of a chart: its bucket, or null where a gap begins or ends. */
interface Point {
  readonly at: number
  readonly bucket: number | null
}

const measures = ['cpu', 'memory', 'disk', 'received', 'sent'] as const
type Measure = (typeof measures)[number]

/** The usual distance of two buckets: where there are many servers, each is measured in its turn. */
const usualStep = ({ at, bucketMs }: UsageHistory): number => {
  const steps = at.slice(1).map((each, index) => each - (at[index] ?? each))
  steps.sort((a, b) => a - b)
  return Math.max(bucketMs, steps[Math.floor((steps.length - 1) / 2)] ?? 0)
}

/** A bucket before a gap is drawn to its end, so that one between two gaps is seen. */
const pointsOf = (history: UsageHistory): Point[] => {
  const { from, to, at, bucketMs } = history
  const widest = 1.5 * usualStep(history)
  const points: Point[] = [{ at: from - 1, bucket: null }]
  for (const [index, start] of at.entries()) {
    points.push({ at: start, bucket: index })
    const next = at[index + 1] ?? to
    const isLast = index === at.length - 1
    if (!isLast && next - start <= widest) continue
    const end = Math.min(start + bucketMs, to)
    points.push({ at: end, bucket: index }, { at: end + 1, bucket: null })
  }
  points.push({ at: to + 2, bucket: null })
  return points
}

/** Lines of a chart over the whole span; null where nothing was measured. */
export const drawHistory = (history: UsageHistory) => {
  const points = pointsOf(history)
  const along = (values: Values) =>
    points.map(({ bucket }) => (bucket === null ? null : (values[bucket] ?? null)))
  const line = (measure: Measure) => ({
    average: along(history[measure].average),
    highest: along(history[measure].highest),
  })
  return {
    x: points.map(({ at }) => at / 1_000),
    cpu: line('cpu'),
    memory: line('memory'),
    disk: line('disk'),
    received: line('received'),
    sent: line('sent'),
  }
}

/** Average and peak; null where nothing was measured. */
export interface UsageFigure {
  readonly average: number
  readonly highest: number
}

const figureOf = ({ average, highest }: { average: Values; highest: Values }, buckets: readonly number[]) => {
  const known = (values: Values) => buckets.flatMap((bucket) => values[bucket] ?? [])
  const averages = known(average)
  if (averages.length === 0) return null
  return {
    average: averages.reduce((sum, value) => sum + value, 0) / averages.length,
    highest: known(highest).reduce((most, value) => Math.max(most, value), 0),
  }
}

export type UsageRow = { readonly at: number } & Readonly<Record<Measure, UsageFigure | null>>

const rowOf = (history: UsageHistory, at: number, buckets: readonly number[]): UsageRow => ({
  at,
  cpu: figureOf(history.cpu, buckets),
  memory: figureOf(history.memory, buckets),
  disk: figureOf(history.disk, buckets),
  received: figureOf(history.received, buckets),
  sent: figureOf(history.sent, buckets),
})

/** The whole span as one row. */
export const sumUpHistory = (history: UsageHistory): UsageRow =>
  rowOf(history, history.from, [...history.at.keys()])

const hourMs = 3_600_000

/** The span by the hour, or by the day where it is long; the newest comes first. */
export const tabulateHistory = (history: UsageHistory): UsageRow[] => {
  const { from, to, at } = history
  const rowMs = to - from > 48 * hourMs ? 24 * hourMs : hourMs
  const first = Math.floor(from / rowMs)
  const count = Math.floor(to / rowMs) - first + 1
  return Array.from({ length: count }, (_, index) => {
    const start = (first + index) * rowMs
    const buckets = [...at.keys()].filter((bucket) => Math.floor((at[bucket] ?? 0) / rowMs) === first + index)
    return rowOf(history, start, buckets)
  }).toReversed()
}
