import { useT } from '@spawnpoint/sdk/browser'
import { classNames } from '@spawnpoint/sdk/ui'
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { areaOf, dragged, zoomed, type View } from './crop-area.ts'
import type { OpenPicture } from './crop-picture.ts'

type Change = (next: (view: View) => View) => void

/** A picture in a place of the wanted shape, as far as the view shows it. */
export const CroppedPicture = ({ picture, view }: { picture: OpenPicture; view: View }) => {
  const { left, top, width, height } = areaOf(picture, view)
  const share = (pixels: number, all: number) => `${(pixels / all) * 100}%`
  return (
    <img
      src={picture.url}
      alt=""
      draggable={false}
      className="pointer-events-none absolute max-w-none"
      style={{
        left: share(-left, width),
        top: share(-top, height),
        width: share(picture.width, width),
        height: share(picture.height, height),
      }}
    />
  )
}

const STEP = 0.02
const LONG_STEP = 0.1
const ZOOM_STEP = 1.1

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const zooms: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }

const keyHandler = (picture: OpenPicture, change: Change) => (event: KeyboardEvent) => {
  const [arrow, zoom] = [arrows[event.key], zooms[event.key]]
  if (event.ctrlKey || event.metaKey || event.altKey || (!arrow && !zoom)) return
  event.preventDefault()
  const step = event.shiftKey ? LONG_STEP : STEP
  change((view) =>
    arrow
      ? dragged(picture, view, arrow[0] * step, arrow[1] * step)
      : zoomed(picture, view, view.zoom * (zoom ?? 1)),
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** Shares of the area, from its middle. */
const shareOf = ({ left, top, width, height }: DOMRect, { x, y }: Point) => ({
  right: (x - left) / width - 0.5,
  down: (y - top) / height - 0.5,
})

/** One finger drags; the distance of two enlarges, at the place between them. */
function usePointers(picture: OpenPicture, change: Change) {
  const down = useRef(new Map<number, Point>())
  const move = (event: PointerEvent) => {
    const before = down.current.get(event.pointerId)
    if (!before) return
    const after = { x: event.clientX, y: event.clientY }
    const box = event.currentTarget.getBoundingClientRect()
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
    down.current.set(event.pointerId, after)
    if (!other)
      return change((view) =>
        dragged(picture, view, (after.x - before.x) / box.width, (after.y - before.y) / box.height),
      )
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 }
    const factor = distance(after, other) / Math.max(1, distance(before, other))
    change((view) => zoomed(picture, view, view.zoom * factor, shareOf(box, middle)))
  }
  const release = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
  }
}

/** React listens to the wheel without the right to keep the page where it is. */
function useWheel(stage: RefObject<HTMLElement | null>, picture: OpenPicture, change: Change) {
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  useEffect(() => {
    const element = stage.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const box = element?.getBoundingClientRect()
      const at = box && shareOf(box, { x: event.clientX, y: event.clientY })
      latest.current((view) => zoomed(picture, view, view.zoom * Math.exp(-event.deltaY / 500), at))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [stage, picture])
}

/** The area that is cut out; of a square, with the circle in which it will be shown. */
export const CropStage = (props: {
  picture: OpenPicture
  view: View
  hintId: string
  disabled: boolean
  onChange: Change
}) => {
  const { picture, view, hintId, disabled } = props
  const t = useT()
  const stage = useRef<HTMLButtonElement>(null)
  const change: Change = (next) => {
    if (!disabled) props.onChange(next)
  }
  useWheel(stage, picture, change)
  const isSquare = picture.ratio === 1
  return (
    // A button can be reached by the keyboard and passes the arrow keys on.
    <button
      ref={stage}
      type="button"
      data-autofocus
      aria-label={t('crop.stage')}
      aria-describedby={hintId}
      className={classNames(
        'relative mx-auto block w-full touch-none overflow-hidden rounded-xl bg-sunken select-none',
        isSquare && 'max-w-72',
        disabled ? 'cursor-default' : 'cursor-grab active:cursor-grabbing',
      )}
      style={{ aspectRatio: picture.ratio }}
      onKeyDown={keyHandler(picture, change)}
      {...usePointers(picture, change)}
    >
      <CroppedPicture picture={picture} view={view} />
      {isSquare && (
        <span className="pointer-events-none absolute inset-0 rounded-full border border-white/70 shadow-[0_0_0_10rem_color-mix(in_srgb,var(--color-bg)_70%,transparent)]" />
      )}
    </button>
  )
}
