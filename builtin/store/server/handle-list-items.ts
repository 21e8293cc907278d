import { Ledger } from '@spawnpoint/contracts/coins'
import { CatalogImages } from '@spawnpoint/contracts/images'
import { Allowances } from '@spawnpoint/contracts/servers'
import { itemIds, listItems, readItemPictures } from '@spawnpoint/contracts/store'
import { optional } from '@spawnpoint/sdk/common'
import { answer, Settings } from '@spawnpoint/sdk/server'
import { chosenPictures, findOffer } from './shelf.ts'

const images = optional(CatalogImages)

export const handleListItems = answer(
  listItems,
  { ledger: Ledger, allowances: Allowances, settings: Settings, images },
  async ({ actor, ...services }) => {
    const chosen = chosenPictures(services.settings)
    const ids = [...new Set(Object.values(chosen))]
    const [balance, allowance, urls] = await Promise.all([
      services.ledger.balance(actor.id),
      services.allowances.of(actor.id),
      ids.length > 0 ? services.images.get()?.urlsOf(ids) : null,
    ])
    const items = itemIds.flatMap((id) => {
      const offer = findOffer(services.settings, id)
      if (!offer) return []
      const { part, price, quantity, max } = offer
      const owned = allowance[part]
      const picture = urls?.get(chosen[id] ?? '') ?? null
      return [{ id, price, quantity, owned, max, fits: owned + quantity <= max, picture }]
    })
    return { balance, items }
  },
)

export const handleReadItemPictures = answer(
  readItemPictures,
  { settings: Settings, images },
  async ({ settings, ...services }) => {
    const choices = (await services.images.get()?.choices()) ?? []
    return {
      chosen: chosenPictures(settings),
      images: choices.map(({ value, label, picture = '' }) => ({ id: String(value), name: label, picture })),
    }
  },
)
