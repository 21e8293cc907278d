import type { Contribution } from '@spawnpoint/sdk/browser'
import { classNames, Skeleton } from '@spawnpoint/sdk/ui'

const spans = {
  small: 'md:col-span-1',
  medium: 'md:col-span-2',
  wide: 'md:col-span-2 xl:col-span-3',
} as const

const heights = { small: 'h-28', medium: 'h-48', wide: 'h-64' } as const

/** The place of a widget: held while its code is on its way, given up when it draws nothing. */
export const WidgetCell = ({ size, Component }: Pick<Contribution, 'size' | 'Component'>) => (
  <div className={classNames('min-w-0 has-[>.peer:empty]:hidden', spans[size])}>
    <div className="peer">
      <Component />
    </div>
    <div className="hidden peer-has-[>.sp-pending]:block" aria-hidden="true">
      <Skeleton shape="block" className={heights[size]} />
    </div>
  </div>
)
