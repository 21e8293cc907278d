import { defineEndpoint, defineEvent } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const prizes = ['miss', 'small', 'medium', 'jackpot'] as const
export type Prize = (typeof prizes)[number]

const amount = z.number().int().nonnegative()

export const readWheel = defineEndpoint({
  method: 'GET',
  path: '/api/daily-spin/wheel',
  summary: 'The wheel, and the spins that the caller has left today',
  access: { user: true },
  reply: z.object({
    segments: z.array(
      z.object({
        prize: z.enum(prizes),
        coins: amount,
        /** The chance of this prize, from 0 to 1. */
        chance: z.number().min(0).max(1),
      }),
    ),
    price: amount,
    hasFreeSpin: z.boolean(),
    paidSpinsLeft: amount,
    balance: amount,
    nextFreeAt: z.iso.datetime(),
    /** Coins that were won and are not paid yet. */
    owed: amount,
  }),
})

export const spinWheel = defineEndpoint({
  method: 'POST',
  path: '/api/daily-spin/spins',
  summary: 'Spin the wheel',
  access: { user: true },
  body: z.strictObject({
    /** Made by the page for each click: a repeated request is the same spin. */
    requestKey: z.uuid(),
    /** The price that the customer agreed to; 0 for the free spin. */
    price: amount.max(1_000_000),
  }),
  reply: z.object({
    id: z.uuid(),
    prize: z.enum(prizes),
    coins: amount,
    /** False while the day's budget of the plugin is spent: the prize is paid later. */
    isPaid: z.boolean(),
  }),
  fails: {
    DAILY_SPIN_NONE_LEFT: 409,
    DAILY_SPIN_PRICE_CHANGED: 409,
    DAILY_SPIN_TOO_EXPENSIVE: 409,
    DAILY_SPIN_CLOSED: 503,
  },
  limit: 60,
})

export const listSpins = defineEndpoint({
  method: 'GET',
  path: '/api/daily-spin/spins',
  summary: 'All spins, newest first, and the sums of today',
  access: { permission: 'plugin.daily-spin.view' },
  query: z.strictObject({
    /** The id of the last spin that was seen. */
    before: z.uuid().optional(),
  }),
  reply: z.object({
    spins: z.array(
      z.object({
        id: z.uuid(),
        person: z.uuid(),
        username: z.string().nullable(),
        prize: z.enum(prizes),
        price: amount,
        coins: amount,
        isPaid: z.boolean(),
        at: z.iso.datetime(),
      }),
    ),
    hasMore: z.boolean(),
    today: z.object({ spins: amount, charged: amount, won: amount, owed: amount }),
    budget: z.object({ perDay: amount, left: amount }).nullable(),
  }),
})

/** Emitted once for each spin, in the transaction that settles it. */
export const spun = defineEvent(
  'daily-spin:spun',
  z.object({ id: z.uuid(), user: z.uuid(), prize: z.enum(prizes), price: amount, coins: amount }),
)
