import type { ReplyOf } from '@spawnpoint/sdk/common'
import { usePlugin } from '@spawnpoint/sdk/browser'
import type { Prize, readWheel } from '../contract/index.ts'
import manifest from '../manifest.ts'
import './wheel.css'

type Segment = ReplyOf<typeof readWheel>['segments'][number]

const RADIUS = 100
const TURNS = 5

const pointAt = (part: number, radius: number) => {
  const angle = part * 2 * Math.PI - Math.PI / 2
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}

/** Each segment with where it begins and ends on the wheel, from 0 to 1. */
export function placeSegments(segments: readonly Segment[]) {
  let from = 0
  return segments.map((segment) => {
    const placed = { ...segment, from, to: from + segment.chance }
    from = placed.to
    return placed
  })
}

/** The angle, in degrees, at which the pointer stands in the middle of a prize after so many spins. */
export function angleOf(segments: readonly Segment[], prize: Prize, spins: number): number {
  const hit = placeSegments(segments).find((segment) => segment.prize === prize)
  const middle = hit ? (hit.from + hit.to) / 2 : 0
  return spins * TURNS * 360 + (1 - middle) * 360
}

function shapeOf({ from, to }: { readonly from: number; readonly to: number }) {
  const [a, b] = [pointAt(from, RADIUS), pointAt(to, RADIUS)]
  return `M0 0 L${a.x} ${a.y} A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${b.x} ${b.y} Z`
}

/** The wheel as a picture; the table of chances beside it says the same in words. */
export function Wheel({
  segments,
  angle,
}: {
  readonly segments: readonly Segment[]
  readonly angle: number
}) {
  const { format } = usePlugin(manifest)
  return (
    <div className="daily-spin-wheel" aria-hidden>
      <svg className="daily-spin-pointer" viewBox="0 0 20 16">
        <path d="M1 1 H19 L10 15 Z" />
      </svg>
      <svg viewBox="-104 -104 208 208" style={{ transform: `rotate(${angle}deg)` }}>
        {placeSegments(segments).map((segment) => {
          const middle = (segment.from + segment.to) / 2
          const at = pointAt(middle, RADIUS * 0.68)
          const isWhole = segment.to - segment.from > 0.999
          return (
            <g key={segment.prize} className={`daily-spin-${segment.prize}`}>
              {isWhole ? <circle r={RADIUS} /> : <path d={shapeOf(segment)} />}
              {segment.chance > 0.06 && segment.coins > 0 && (
                // Upright where the pointer is.
                <text x={at.x} y={at.y} transform={`rotate(${middle * 360} ${at.x} ${at.y})`}>
                  {format.number(segment.coins)}
                </text>
              )}
            </g>
          )
        })}
        <circle className="daily-spin-hub" r="16" />
      </svg>
    </div>
  )
}
