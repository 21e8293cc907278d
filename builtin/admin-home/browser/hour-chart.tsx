import { useFormat } from '@spawnpoint/sdk/browser'

const HOUR_MS = 3_600_000
const HEIGHT = 100
/** Minimum height of a non-empty bar, so that one entry among thousands stays visible. */
const LEAST = 2

const Bar = ({
  index,
  value,
  most,
  title,
}: {
  index: number
  value: number
  most: number
  title: string
}) => {
  const height = value === 0 ? 0 : Math.max(LEAST, (value / most) * HEIGHT)
  return (
    <g className="group">
      <title>{title}</title>
      <rect x={index} width={1} height={HEIGHT} className="fill-transparent group-hover:fill-hover" />
      <rect
        x={index + 0.12}
        width={0.76}
        y={HEIGHT - height}
        height={height}
        className="fill-accent group-hover:fill-accent-strong"
      />
    </g>
  )
}

/** The same in words, for whoever does not see the bars. */
const HourTable = ({ caption, rows }: { caption: string; rows: readonly (readonly [string, string])[] }) => (
  <table className="sp-hidden">
    <caption>{caption}</caption>
    <tbody>
      {rows.map(([hour, value]) => (
        <tr key={hour}>
          <th scope="row">{hour}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Something counted by the hour, as bars that fill the width they are given. */
export const HourChart = ({
  label,
  from,
  values,
}: {
  label: string
  from: string
  values: readonly number[]
}) => {
  const { number, time, dateTime } = useFormat()
  const start = new Date(from).getTime()
  const most = Math.max(1, ...values)
  const hours = values.map((value, index) => ({ at: start + index * HOUR_MS, value }))
  return (
    <figure>
      <div aria-hidden="true">
        <div className="mb-1 flex justify-end text-xs text-subtle tabular-nums">{number(most)}</div>
        <svg
          viewBox={`0 0 ${values.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-32 w-full border-y border-border"
        >
          {hours.map(({ at, value }, index) => (
            <Bar key={at} {...{ index, value, most }} title={`${time(at)}: ${number(value)}`} />
          ))}
        </svg>
        <div className="mt-1 grid grid-cols-4 text-xs text-subtle tabular-nums">
          {hours
            .filter((_, index) => index % 6 === 0)
            .map(({ at }) => (
              <span key={at}>{time(at)}</span>
            ))}
        </div>
      </div>
      <HourTable caption={label} rows={hours.map(({ at, value }) => [dateTime(at), number(value)])} />
    </figure>
  )
}
