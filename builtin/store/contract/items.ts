import { coins, defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const itemIds = [
  'ram',
  'disk',
  'cpu',
  'server_slot',
  'server_backup',
  'server_allocation',
  'server_database',
] as const

export type ItemId = (typeof itemIds)[number]

const amount = z.number().int()

export const listItems = defineEndpoint({
  method: 'GET',
  path: '/api/store/items',
  summary: 'List what the store sells, with the own limits',
  access: { user: true, flag: 'store_enabled' },
  reply: z.object({
    balance: coins,
    items: z.array(
      z.object({
        id: z.enum(itemIds),
        price: coins,
        /** Amount added by one purchase: MB, percent of a core, or pieces. */
        quantity: amount,
        owned: amount,
        max: amount,
        /** Whether one more purchase stays within the maximum. */
        fits: z.boolean(),
        /** A path of this host; null where the host has chosen none. */
        picture: z.string().nullable(),
      }),
    ),
  }),
})

/** For the settings page, which draws them itself. */
export const readItemPictures = defineEndpoint({
  method: 'GET',
  path: '/api/store/pictures',
  summary: 'Read which image stands for which item, and the images there are',
  access: { permission: 'admin.settings.view', alternatives: ['admin.settings.edit'] },
  reply: z.object({
    chosen: z.partialRecord(z.enum(itemIds), z.uuid()),
    images: z.array(z.object({ id: z.uuid(), name: z.string(), picture: z.string() })),
  }),
})

export const purchase = defineEndpoint({
  method: 'POST',
  path: '/api/store/purchases',
  summary: 'Buy one unit of an item',
  access: { user: true, flag: 'store_enabled' },
  body: z.strictObject({
    item: z.enum(itemIds),
    /** As the customer saw it. */
    price: coins.min(1),
    requestKey: z.uuid(),
  }),
  reply: z.object({
    item: z.enum(itemIds),
    price: coins,
    quantity: amount,
    balance: coins,
    /** Amount the customer owns now. */
    owned: amount,
  }),
  fails: {
    STORE_ITEM_BLOCKED: 404,
    STORE_INSUFFICIENT_COINS: 409,
    STORE_PRICE_CHANGED: 409,
    STORE_MAX_REACHED: 409,
    STORE_ACCOUNT_CLOSED: 409,
    STORE_KEY_REUSED: 422,
  },
  limit: 120,
})
