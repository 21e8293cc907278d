import { useHost, type Contribution } from '@spawnpoint/sdk/browser'
import { classNames, Skeleton } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'

/** The rest of the page is shown without a widget that takes longer. */
const PATIENCE_MS = 4_000

const spans = {
  small: 'sm:col-span-1 lg:col-span-2',
  medium: 'sm:col-span-2 lg:col-span-3',
  wide: 'sm:col-span-2 lg:col-span-6',
} as const

const heights = { small: 'h-28', medium: 'h-48', wide: 'h-64' } as const

/**
 * Hide what follows a widget that is still loading: its height is unknown until then,
 * and visible content must not move.
 */
const holdBack = '[&:has(.sp-pending)~*]:invisible [&:has(>.peer_.sp-skeleton)~*]:invisible'

/** The place of a widget: held while it is on its way, given up when nothing comes. */
export const WidgetCell = ({ size, Component }: Pick<Contribution, 'size' | 'Component'>) => {
  const { clock } = useHost()
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const timer = clock.setTimeout(() => setWaiting(false), PATIENCE_MS)
    return () => clock.clearTimeout(timer)
  }, [clock])
  return (
    <div className={classNames('min-w-0 has-[>.peer:empty]:hidden', spans[size], isWaiting && holdBack)}>
      <div className="peer">
        <Component />
      </div>
      <div className="hidden peer-has-[>.sp-pending]:block" aria-hidden="true">
        <Skeleton shape="block" className={heights[size]} />
      </div>
    </div>
  )
}
