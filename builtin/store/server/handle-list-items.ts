import { Ledger } from '@spawnpoint/contracts/coins'
import { Allowances } from '@spawnpoint/contracts/servers'
import { itemIds, listItems } from '@spawnpoint/contracts/store'
import { answer, Settings } from '@spawnpoint/sdk/server'
import { findOffer } from './shelf.ts'

export const handleListItems = answer(
  listItems,
  { ledger: Ledger, allowances: Allowances, settings: Settings },
  async ({ actor, ...services }) => {
    const [balance, allowance] = await Promise.all([
      services.ledger.balance(actor.id),
      services.allowances.of(actor.id),
    ])
    const items = itemIds.flatMap((id) => {
      const offer = findOffer(services.settings, id)
      if (!offer) return []
      const { part, price, quantity, max } = offer
      const owned = allowance[part]
      return [{ id, price, quantity, owned, max, fits: owned + quantity <= max }]
    })
    return { balance, items }
  },
)
