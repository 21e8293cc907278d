import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { permission: 'admin.economy.view' } as const
const coins = z.number().int()
const settingValue = z.union([z.number(), z.boolean()])

/** The value on each day that 10, 50 and 90 of 100 runs stay below. */
const band = z.object({ low: z.array(coins), middle: z.array(coins), high: z.array(coins) })

const outcome = z.object({
  /** One value for each day, oldest first. */
  supply: band,
  median: band,
  /** By kind, over all days, mean of all runs. */
  kinds: z.array(z.object({ kind: z.string(), issued: coins, removed: coins })),
})

export const readSimulationSettings = defineEndpoint({
  method: 'GET',
  path: '/api/coins/simulations/settings',
  summary: 'List the settings that a simulation of the economy can change, with their values',
  access,
  reply: z.object({
    settings: z.array(
      z.object({
        key: z.string(),
        plugin: z.string(),
        value: settingValue,
        /** Bounds of a number. */
        min: z.number().nullable(),
        max: z.number().nullable(),
      }),
    ),
  }),
})

export const runSimulation = defineEndpoint({
  method: 'POST',
  path: '/api/coins/simulations',
  summary:
    'Run the rules of the economy for 90 days, as they are and with changed settings; nothing is saved',
  access,
  body: z.strictObject({
    /** Setting → value that it would have. */
    changes: z.record(z.string().max(64), settingValue).refine((all) => Object.keys(all).length <= 20),
    /** The same seed gives the same result. */
    seed: z.number().int().min(1).max(999_999).default(1),
  }),
  reply: z.object({
    /** The first simulated day. */
    from: z.iso.date(),
    days: z.number().int(),
    runs: z.number().int(),
    /** Accounts of the instance, and those that are simulated in their place. */
    accounts: z.number().int(),
    simulated: z.number().int(),
    today: outcome,
    /** Null without changes. */
    changed: outcome.nullable(),
    /** Kinds that nobody used in the last 30 days: how they are used is assumed. */
    assumed: z.array(z.string()),
  }),
  fails: { COINS_SIMULATION_SETTING: 400, COINS_SIMULATION_BUSY: 409, COINS_SIMULATION_FAILED: 500 },
  limit: 20,
})
