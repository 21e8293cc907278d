import { useContributions, type HomeFigure } from '@spawnpoint/sdk/browser'
import { classNames, Link, Skeleton } from '@spawnpoint/sdk/ui'
import { usePatience } from './use-patience.ts'

const WIDTH = 96
const HEIGHT = 32

/** The course of a figure without axes; its note says the same in words. */
const Sparkline = ({ values }: { values: readonly number[] }) => {
  const least = Math.min(...values)
  const span = Math.max(1, Math.max(...values) - least)
  const points = values.map(
    (value, day) =>
      `${(day / (values.length - 1)) * WIDTH},${HEIGHT - 1 - ((value - least) / span) * (HEIGHT - 2)}`,
  )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-8 w-24 min-w-0 flex-initial max-sm:hidden"
      aria-hidden="true"
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} className="fill-accent/14" />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-accent stroke-[1.5]"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const noteTones = { danger: 'text-danger', warning: 'text-warning' } as const

const Figure = ({ label, value, note, tone, trend, to }: HomeFigure) => (
  <dl
    className={classNames(
      // One that would stand alone in its line takes all of it.
      'sp-card flex min-h-24.5 flex-[1_1_calc(50%-0.75rem)] flex-col gap-0.5 px-4 py-3 max-sm:min-h-28.5',
      to ? 'sp-card-link' : undefined,
    )}
  >
    <dt className="text-sm text-muted">
      {to ? (
        <Link className="sp-card-cover" to={to}>
          {label}
        </Link>
      ) : (
        label
      )}
    </dt>
    {value === undefined ? (
      <dd className="h-12.5 w-24 pt-2 max-sm:h-16.5">
        <Skeleton lines={2} />
      </dd>
    ) : (
      <>
        <dd className="flex items-end justify-between gap-3">
          <span className="sp-stat-value">{value}</span>
          {trend && trend.length > 1 && <Sparkline values={trend} />}
        </dd>
        <dd className={classNames('text-xs max-sm:min-h-8', tone ? noteTones[tone] : 'text-subtle')}>
          {note}
        </dd>
      </>
    )}
  </dl>
)

/** Figures that plugins contribute. How many a plugin has is known with its code: until then neither they nor what follows is seen. */
export const Figures = () => {
  const contributions = useContributions('slot', 'admin.home.figures')
  const isOver = usePatience()
  if (contributions.length === 0) return null
  return (
    <div
      className={classNames(
        'flex flex-wrap content-start gap-3 lg:grid lg:grid-cols-3 xl:grid-cols-5',
        !isOver && '[&:has(.sp-pending)]:invisible [&:has(.sp-pending)~*]:invisible',
      )}
    >
      {contributions.map(({ id, Component }) => (
        // A plugin has one figure or several, each with a cell of its own.
        <div key={id} className="contents">
          <Component Figure={Figure} />
        </div>
      ))}
    </div>
  )
}
