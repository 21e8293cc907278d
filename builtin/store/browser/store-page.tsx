import { listItems, type ItemId } from '@spawnpoint/contracts/store'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Page, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { Coins, ShoppingCart } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { ItemCard, type Item } from './item-card.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

const LoadingItems = () => (
  <div className={grid} aria-busy="true">
    {Array.from({ length: 6 }, (_, place) => (
      <Card key={place} footer={<Skeleton shape="control" />}>
        <Skeleton shape="title" />
        <Skeleton lines={3} />
      </Card>
    ))}
  </div>
)

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
    <div className={grid}>
      {items.map((item) => (
        <ItemCard key={item.id} item={item} balance={balance} onBuy={onBuy} />
      ))}
    </div>
  )
}

export default function StorePage() {
  const t = useT()
  const format = useFormat()
  const [chosen, setChosen] = useState<ItemId | null>(null)
  const query = useEndpoint(listItems)
  const { data, refetch } = query
  const item = data?.items.find(({ id }) => id === chosen)
  const draw = (loaded?: ReplyOf<typeof listItems>) => (
    <>
      <Stat
        label={t('page.balance')}
        value={loaded ? format.number(loaded.balance) : <Skeleton />}
        icon={<Coins aria-hidden />}
      />
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
          balance={data.balance}
          onClose={() => setChosen(null)}
          onOutdated={() => void refetch()}
        />
      )}
    </Page>
  )
}
