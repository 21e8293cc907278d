import type { ItemId, listItems } from '@spawnpoint/contracts/store'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Badge, Button, Card, ProgressBar } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { itemLooks, useAmountTexts } from './item-look.ts'

export type Item = ReplyOf<typeof listItems>['items'][number]

/** One thing to buy: what it adds, what it costs, how much of it one has. */
export const ItemCard = ({
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
  const amountTexts = useAmountTexts(item.id)
  const { Drawn } = itemLooks[item.id]
  const isAffordable = balance >= item.price
  const reason = item.fits ? (isAffordable ? null : t('page.tooDear')) : t('page.atMaximum')
  return (
    <Card
      title={t(`items.${item.id}.name`)}
      className="grid grid-rows-[auto_1fr_auto]"
      description={
        <span className="flex items-start gap-2">
          <Drawn aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(`items.${item.id}.text`)}
        </span>
      }
      footer={
        <>
          <Badge tone="accent" icon={<Coins aria-hidden />}>
            {t('page.price', { coins: format.number(item.price) })}
          </Badge>
          <Button variant="primary" disabled={reason !== null} onClick={() => onBuy(item.id)}>
            {t('page.buy', { amount: amountTexts(item.quantity) })}
          </Button>
        </>
      }
    >
      <ProgressBar
        label={t('page.owned')}
        value={item.max > 0 ? Math.min(1, item.owned / item.max) : 1}
        note={t('page.ownedOf', { owned: amountTexts(item.owned), max: amountTexts(item.max) })}
      />
      <p className="sp-hint mt-2 min-h-5">{reason}</p>
    </Card>
  )
}
