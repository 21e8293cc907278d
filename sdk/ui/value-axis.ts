/** The amounts that the axis of a chart shows in any case. @example const span: AxisSpan = { from: 0, to: 100 } */
export interface AxisSpan {
  readonly from: number
  /** A limit, say; lines above it widen the axis. */
  readonly to?: number
}

/**
 * The ends of an axis that shows the span and all values. Without a span lines fill the chart, and a rise from 38 to 39 %
 * looks like one from nothing to all.
 */
export const axisEnds = (
  { from, to }: AxisSpan,
  lowest: number | null,
  highest: number | null,
): [number, number] => {
  const least = Math.min(from, lowest ?? from)
  const most = Math.max(to ?? from, highest ?? from)
  // Room above the highest line; the limit itself is the edge.
  const room = to !== undefined && most <= to ? 0 : (most - least) * 0.1
  return most > least ? [least, most + room] : [least, least + 1]
}
