import type { ItemId, listItems } from '@spawnpoint/contracts/store'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Button, ProgressBar } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { useId } from 'react'
import { useAmountTexts } from './item-look.ts'
import { ItemPicture } from './item-picture.tsx'

export type Item = ReplyOf<typeof listItems>['items'][number]

export const rowClass = 'flex min-h-19 flex-wrap max-sm:min-h-34 items-center gap-x-4 gap-y-3 px-4 py-3'

/** One thing to buy: what it adds, how much of it one has, what it costs. */
export const ItemRow = ({
  item,
  balance,
  onBuy,
}: {
  item: Item
  balance: number
  onBuy: (item: ItemId) => void
}) => {
  const t = useT()
  const format = useFormat()
  const heading = useId()
  const amountTexts = useAmountTexts(item.id)
  const missing = item.price - balance
  const tooDear = missing > 0 ? t('page.missing', { coins: format.number(missing) }) : null
  const reason = item.fits ? tooDear : t('page.atMaximum')
  const name = t(`items.${item.id}.name`)
  const owned = t('page.ownedOf', { owned: amountTexts(item.owned), max: amountTexts(item.max) })
  return (
    <section aria-labelledby={heading} className={rowClass}>
      <ItemPicture item={item.id} picture={item.picture} />
      <div className="min-w-0 flex-1 basis-28">
        <h2 id={heading}>{name}</h2>
        <p className="sp-hint">{reason ?? t(`items.${item.id}.text`)}</p>
      </div>
      <div className="w-full max-sm:order-last sm:w-52">
        <ProgressBar
          label={t('page.owned')}
          value={item.max > 0 ? Math.min(1, item.owned / item.max) : 1}
          note={owned}
          about={name}
          valueText={owned}
        />
      </div>
      <div className="flex flex-none flex-wrap items-center justify-end gap-x-4 gap-y-1 max-sm:ms-auto max-sm:flex-col max-sm:items-end sm:w-60">
        <span className="flex items-center gap-1.5 font-semibold tabular-nums">
          <Coins aria-hidden className="size-4 text-accent-text" />
          {t('page.price', { coins: format.number(item.price) })}
        </span>
        <Button className="sm:min-w-24" disabled={reason !== null} onClick={() => onBuy(item.id)}>
          {t('page.buy', { amount: amountTexts(item.quantity) })} <span className="sp-hidden">{name}</span>
        </Button>
      </div>
    </section>
  )
}
