import { listItems, type ItemId } from '@spawnpoint/contracts/store'
import { Slot, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Page, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { Coins, ShoppingCart } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { ItemRow, rowClass, type Item } from './item-row.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'

const list = 'sp-card divide-y divide-border'

const LoadingItems = () => (
  <div className={list} aria-busy="true">
    {Array.from({ length: 7 }, (_, place) => (
      <div key={place} className={rowClass}>
        <Skeleton className="size-10 flex-none rounded-lg" />
        <div className="min-w-0 flex-1 basis-28">
          <Skeleton lines={2} />
        </div>
        <Skeleton className="w-full max-sm:order-last sm:w-52" />
        <Skeleton className="h-8 w-24 flex-none" />
      </div>
    ))}
  </div>
)

/** The balance, and the ways to more coins; `missing` is what the cheapest item needs beyond it. */
const Balance = ({ balance, missing }: { balance: number | undefined; missing: number }) => {
  const t = useT()
  const format = useFormat()
  return (
    <section
      aria-label={t('page.balance')}
      className="sp-card flex flex-wrap items-center justify-between gap-4 bg-linear-to-r from-accent/20 to-transparent px-5 py-4"
    >
      <Stat
        label={t('page.balance')}
        value={balance === undefined ? <Skeleton /> : format.number(balance)}
        icon={<Coins aria-hidden />}
        {...(missing > 0 && { note: t('page.short', { coins: format.number(missing) }) })}
      />
      {/* The height of a button is held until its code is there. */}
      <div className="sp-actions min-h-9 [&:has(.sp-pending)]:invisible">
        <Slot name="coins.sources" isShort={missing > 0} />
      </div>
    </section>
  )
}

const HowItWorks = () => {
  const t = useT()
  return (
    <Card title={t('how.title')}>
      <ol className="list-decimal space-y-1 ps-5">
        <li>{t('how.earn')}</li>
        <li>{t('how.buy')}</li>
        <li>{t('how.use')}</li>
      </ol>
    </Card>
  )
}

const Items = ({
  items,
  balance,
  onBuy,
}: {
  items: readonly Item[]
  balance: number
  onBuy: (id: ItemId) => void
}) => {
  const t = useT()
  if (items.length === 0)
    return <Empty icon={<ShoppingCart />} title={t('page.empty')} text={t('page.emptyText')} />
  return (
    <div className={list}>
      {items.map((item) => (
        <ItemRow key={item.id} item={item} balance={balance} onBuy={onBuy} />
      ))}
    </div>
  )
}

/** Coins that the cheapest item needs beyond the balance. */
const missingFor = ({ items, balance }: ReplyOf<typeof listItems>) =>
  items.length > 0 ? Math.max(0, Math.min(...items.map(({ price }) => price)) - balance) : 0

export default function StorePage() {
  const t = useT()
  const [chosen, setChosen] = useState<ItemId | null>(null)
  const query = useEndpoint(listItems)
  const { data, refetch } = query
  const item = data?.items.find(({ id }) => id === chosen)
  const draw = (loaded?: ReplyOf<typeof listItems>) => (
    <>
      <Balance balance={loaded?.balance} missing={loaded ? missingFor(loaded) : 0} />
      {loaded ? <Items {...loaded} onBuy={setChosen} /> : <LoadingItems />}
      <HowItWorks />
    </>
  )
  return (
    <Page title={t('page.title')} description={t('page.description')}>
      <Loaded query={query} loading={draw()}>
        {draw}
      </Loaded>
      {item && data && (
        <PurchaseDialog
          key={item.id}
          item={item}
          slots={data.items.find(({ id }) => id === 'server_slot')?.owned}
          balance={data.balance}
          onClose={() => setChosen(null)}
          onOutdated={() => void refetch()}
        />
      )}
    </Page>
  )
}
