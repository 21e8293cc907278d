import type { LedgerService } from '@spawnpoint/contracts/coins'
import type { AllowancesService } from '@spawnpoint/contracts/servers'
import { itemIds, listItems } from '@spawnpoint/contracts/store'
import { answer, type SettingsService } from '@spawnpoint/sdk/server'
import { findOffer } from './shelf.ts'

export const handleListItems = (uses: {
  ledger: LedgerService
  allowances: AllowancesService
  settings: SettingsService
}) =>
  answer(listItems, async ({ actor }) => {
    const [balance, allowance] = await Promise.all([
      uses.ledger.balance(actor.id),
      uses.allowances.of(actor.id),
    ])
    const items = itemIds.flatMap((id) => {
      const offer = findOffer(uses.settings, id)
      if (!offer) return []
      const { part, price, quantity, max } = offer
      const owned = allowance[part]
      return [{ id, price, quantity, owned, max, fits: owned + quantity <= max }]
    })
    return { balance, items }
  })
