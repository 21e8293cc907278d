import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { classNames } from './class-names.ts'
import { byteSteps, createTimeLabels, onlyNew } from './time-axis.ts'
import type { Tone } from './tone.ts'
import { axisEnds } from './value-axis.ts'
import { useUiText } from './ui-text.ts'

/** One line of a chart; null is a gap. @example const series: ChartSeries = { label: 'CPU', values: [3, null, 8] } */
export type ChartSeries = {
  label: string
  values: readonly (number | null)[]
  tone?: Tone
  /** A range around the line, filled in its color. */
  band?: { low: readonly number[]; high: readonly number[] }
}

/** Props of `Chart`. @example const props: ChartProps = { label: 'Sign-ins', x: [0, 60], series: [{ label: 'Users', values: [3, 8] }] } */
export type ChartProps = {
  label: string
  /** Seconds since 1970, rising. */
  x: readonly number[]
  series: readonly ChartSeries[]
  height?: number
  format?: (value: number) => string
  /** The values are bytes: lines are drawn at whole KB, MB or GB of 1024. */
  bytes?: boolean
  /** The axis begins at zero. */
  fromZero?: boolean
  /** A limit up to which the axis goes from zero; lines above it widen it. */
  limit?: number
  /** The language of the dates. */
  locale?: string
  /** The time zone of the dates, such as `UTC` for sums of days; that of the browser when left out. */
  timeZone?: string
}

type Colors = { lines: string[]; axis: string; grid: string }

const colorOf = (element: Element | null) => (element ? getComputedStyle(element).color : 'gray')

// A canvas takes no variables, so the legend's own swatches tell the colours of the theme in force.
const readColors = (figure: HTMLElement): Colors => ({
  lines: [...figure.querySelectorAll('.sp-chart-swatch')].map(colorOf),
  axis: colorOf(figure.querySelector('.sp-chart-legend')),
  grid: getComputedStyle(figure).borderTopColor,
})

const bandsOf = (series: readonly ChartSeries[]) =>
  series.flatMap(({ band }, index) => (band ? [{ ...band, index }] : []))

/** The lines, then both edges of each range. */
const dataOf = (x: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData => [
  [...x],
  ...series.map(({ values }) => [...values]),
  ...bandsOf(series).flatMap(({ low, high }) => [[...high], [...low]]),
]

/** The labels of the amounts, "57.3 KB/s" as well as "8", decide how wide their column is. */
const widthOf: uPlot.Axis.Size = (plot, labels) => {
  if (!labels) return 40
  plot.ctx.save()
  plot.ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`
  const widths = labels.map((label) => plot.ctx.measureText(label).width / devicePixelRatio)
  plot.ctx.restore()
  return Math.ceil(Math.max(24, ...widths)) + 14
}

/** An axis from zero, to a limit where there is one. */
const spanFrom = (limit: number | undefined): uPlot.Scale => ({
  range: (_, lowest, highest) =>
    axisEnds({ from: 0, ...(limit !== undefined && { to: limit }) }, lowest, highest),
})

const optionsOf = (
  { series, height = 180, format = String, bytes = false, fromZero, limit, locale, timeZone }: ChartProps,
  Plot: typeof uPlot,
  width: number,
  colors: Colors,
) => {
  const axis = { stroke: colors.axis, font: '11px system-ui, sans-serif', ticks: { show: false } }
  const labelTimes = createTimeLabels(locale, timeZone)
  const options: uPlot.Options = {
    width,
    height,
    // Days begin where they do in the time zone.
    ...(timeZone !== undefined && {
      tzDate: (second: number) => Plot.tzDate(new Date(second * 1000), timeZone),
    }),
    ...((fromZero || limit !== undefined) && { scales: { y: spanFrom(limit) } }),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    padding: [8, 16, 0, 0],
    series: [
      {},
      ...series.map(({ label }, index) => ({
        label,
        stroke: colors.lines[index] ?? colors.axis,
        width: 1.5,
        points: { show: false },
      })),
      ...bandsOf(series).flatMap(() => [
        { width: 0, points: { show: false } },
        { width: 0, points: { show: false } },
      ]),
    ],
    bands: bandsOf(series).map(({ index }, place) => {
      const high = series.length + 1 + 2 * place
      const fill = `color-mix(in srgb, ${colors.lines[index] ?? colors.axis} 18%, transparent)`
      return { series: [high, high + 1], fill }
    }),
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        values: (_, ticks, _axis, _space, step) => labelTimes(ticks, step),
      },
      {
        ...axis,
        size: widthOf,
        ...(bytes && { incrs: [...byteSteps] }),
        grid: { stroke: colors.grid, width: 1 },
        values: (_, ticks) => onlyNew(ticks.map(format)),
      },
    ],
  }
  return options
}

const summaryOf = ({ values }: ChartSeries, format: (value: number) => string) => {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const [lowest, highest] = known.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const,
    [Infinity, -Infinity] as readonly [number, number],
  )
  return { latest: format(known.at(-1) ?? 0), lowest: format(lowest), highest: format(highest) }
}

/** Draws when the library is there, again when data, width or theme change. */
const usePlot = (given: ChartProps) => {
  const { label, x, series, height = 180, format = String, bytes = false, locale, timeZone } = given
  const { fromZero = false, limit } = given
  const figure = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = canvas.current
    const frame = figure.current
    if (!box || !frame) return
    const props: ChartProps = {
      label,
      x,
      series,
      height,
      format,
      bytes,
      fromZero,
      ...(limit !== undefined && { limit }),
      ...(locale && { locale }),
      ...(timeZone && { timeZone }),
    }
    const gone = new AbortController()
    let plot: uPlot | undefined
    const observers: { disconnect: () => void }[] = []
    const start = async () => {
      const { default: Plot } = await import('uplot')
      if (gone.signal.aborted) return
      const data = dataOf(x, series)
      const draw = () => {
        plot?.destroy()
        plot = new Plot(optionsOf(props, Plot, box.clientWidth, readColors(frame)), data, box)
      }
      draw()
      const resize = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height }))
      const theme = new MutationObserver(draw)
      resize.observe(box)
      theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw, { signal: gone.signal })
      observers.push(resize, theme)
    }
    void start()
    return () => {
      gone.abort()
      for (const observer of observers) observer.disconnect()
      plot?.destroy()
    }
  }, [label, x, series, height, format, bytes, fromZero, limit, locale, timeZone])
  return { figure, canvas }
}

const tones: readonly Tone[] = ['accent', 'success', 'warning', 'info', 'danger']

/** Lines over time, drawn by a library that loads with the first chart. Keep the identity of `x`, `series` and `format` while the data is the same. @example <Chart label="Sign-ins" x={[0, 60]} series={[{ label: 'Users', values: [3, 8] }]} /> */
export const Chart = (props: ChartProps) => {
  const { label, series, height = 180, format = String } = props
  const text = useUiText()
  const { figure, canvas } = usePlot(props)
  return (
    <figure ref={figure} className="sp-chart border-border" aria-label={label}>
      <div ref={canvas} aria-hidden="true" style={{ height }} />
      <figcaption className={classNames('sp-chart-legend', series.length === 1 && 'sp-hidden')}>
        {series.map((line, index) => {
          const summary = summaryOf(line, format)
          return (
            <span key={line.label}>
              <span
                className={classNames(
                  'sp-chart-swatch',
                  `sp-tone-${line.tone ?? tones[index % tones.length] ?? 'accent'}`,
                )}
              />
              <span aria-hidden="true">{line.label}</span>
              <span className="sp-hidden">
                {summary ? text('ui.chartSummary', { label: line.label, ...summary }) : line.label}
              </span>
            </span>
          )
        })}
      </figcaption>
    </figure>
  )
}
