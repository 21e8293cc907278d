import { listServers, serverLimits, serverOptions } from '@spawnpoint/contracts/servers'
import { listItems, purchase } from '@spawnpoint/contracts/store'
import {
  CallError,
  useExplain,
  useFormat,
  useHost,
  useOpenPath,
  useRequestKey,
  useSession,
  useT,
} from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { ConfirmDialog } from '@spawnpoint/sdk/ui'
import type { Item } from './item-row.tsx'
import { useAmountTexts } from './item-look.ts'

/** The price may have changed while the page stood open; then the list is fetched again and the question renewed. */
const isOutdated = (error: unknown) =>
  error instanceof CallError &&
  ['STORE_PRICE_CHANGED', 'STORE_ITEM_BLOCKED', 'STORE_MAX_REACHED'].includes(error.code)

/** A purchase is used in a new server while a slot is free, else in the servers that are there. */
const useNextStep = (slots: number | undefined) => {
  const t = useT()
  const host = useHost()
  const servers = useSession(({ stats }) => stats['servers'])
  const createPath = useOpenPath()('server-create')
  if (!createPath) return null
  const isFull = typeof servers === 'number' && slots !== undefined && servers >= slots
  const [label, path] = isFull
    ? [t('purchase.servers'), host.pathToWellKnown('home')]
    : [t('purchase.use'), createPath]
  return { action: { label, onSelect: () => host.navigate(path) } }
}

/** Buys, and shows the new balance and amounts at once. */
const usePurchase = () => {
  const host = useHost()
  return useAction(purchase, {
    // The limits have grown, and with them what the wizard offers.
    refreshes: [serverLimits, serverOptions, listServers],
    async onReply({ item: id, quantity, balance: credits, owned }, cache) {
      await cache.update(listItems, ({ items }) => ({
        balance: credits,
        items: items.map((each) =>
          each.id === id ? { ...each, owned, fits: owned + quantity <= each.max } : each,
        ),
      }))
      host.updateSession({ user: { credits } })
    },
  })
}

export const PurchaseDialog = (props: {
  item: Item
  /** Server slots the customer has, where the store sells them. */
  slots: number | undefined
  balance: number
  onClose: () => void
  onOutdated: () => void
}) => {
  const { item, slots, balance, onClose, onOutdated } = props
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const format = useFormat()
  const amountTexts = useAmountTexts(item.id)
  const withKey = useRequestKey()
  const nextStep = useNextStep(
    slots === undefined || item.id !== 'server_slot' ? slots : slots + item.quantity,
  )
  const buy = usePurchase()
  const amount = amountTexts(item.quantity)
  const confirm = async () => {
    try {
      await withKey((requestKey) =>
        buy.mutateAsync({ body: { item: item.id, price: item.price, requestKey } }),
      )
      host.notify.toast({
        title: t('purchase.done', { amount, item: t(`items.${item.id}.name`) }),
        tone: 'success',
        ...nextStep,
      })
      onClose()
    } catch (error) {
      // The dialog shows what the action keeps as its error.
      if (isOutdated(error)) onOutdated()
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={t('purchase.title', { amount, item: t(`items.${item.id}.name`) })}
      text={t('purchase.text', {
        price: format.number(item.price),
        balance: format.number(balance),
        rest: format.number(Math.max(0, balance - item.price)),
      })}
      confirmLabel={t('purchase.confirm', { price: format.number(item.price) })}
      loading={buy.isPending}
      error={buy.error && explain(buy.error)}
    />
  )
}
