import {
  EconomyParts,
  readSimulationSettings,
  runSimulation,
  type EconomyPart,
  type EconomyRule,
  type SettingsReader,
} from '@spawnpoint/contracts/coins'
import { defineService, every, type SettingDeclarations } from '@spawnpoint/sdk/common'
import { answer, Clock, Database, Log, Settings, type SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { readPopulation } from './population-queries.ts'
import { allowLongQuery } from './reckoning-queries.ts'
import type { createSimulator } from './run-simulation.ts'
import { listAssumed, readHabits } from './simulated-habits.ts'

export const Simulator = defineService<ReturnType<typeof createSimulator>>('coins.simulator')

const DAYS = 90
const RUNS = 1_000

type Changes = Readonly<Record<string, number | boolean>>

const declarationsOf = (parts: readonly EconomyPart[]): SettingDeclarations =>
  Object.assign({}, ...parts.map(({ settings }) => settings))

/** The settings as they would be with the changes. */
const withChanges = (settings: SettingsService, changes: Changes): SettingsReader => ({
  read(declarations) {
    const own = Object.entries(changes).filter(([key]) => Object.hasOwn(declarations, key))
    return { ...settings.read(declarations), ...Object.fromEntries(own) }
  },
})

const rulesUnder = async (parts: readonly EconomyPart[], settings: SettingsReader) => {
  const all: (readonly EconomyRule[])[] = []
  for (const part of parts) all.push(await part.rules(settings))
  return all.flat()
}

const bounds = z.object({
  type: z.enum(['integer', 'number', 'boolean']),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})
const value = z.union([z.number(), z.boolean()])

const uses = { settings: Settings, parts: every(EconomyParts) }

export const handleReadSimulationSettings = answer(
  readSimulationSettings,
  uses,
  async ({ settings, parts }) => {
    const declared = declarationsOf(parts.get() ?? [])
    return {
      settings: settings.describe().flatMap((each) => {
        const schema = bounds.safeParse(each.schema)
        const now = value.safeParse(each.value)
        if (!Object.hasOwn(declared, each.key) || !schema.success || !now.success) return []
        const { minimum = null, maximum = null } = schema.data
        return [{ key: each.key, plugin: each.plugin, value: now.data, min: minimum, max: maximum }]
      }),
    }
  },
)

export const handleRunSimulation = answer(
  runSimulation,
  { ...uses, db: Database, simulator: Simulator, clock: Clock, log: Log },
  async ({ body: { changes, seed }, fail, settings, parts, db, simulator, clock, log }) => {
    const members = parts.get() ?? []
    const declared = declarationsOf(members)
    for (const [key, changed] of Object.entries(changes)) {
      const declaration = Object.hasOwn(declared, key) ? declared[key] : undefined
      if (!declaration?.schema.safeParse(changed).success)
        throw fail('COINS_SIMULATION_SETTING', { details: { setting: key } })
    }
    const rules = await rulesUnder(members, settings)
    const changedRules =
      Object.keys(changes).length > 0 ? await rulesUnder(members, withChanges(settings, changes)) : null
    const population = await db.orm.transaction(
      async (tx) => {
        await allowLongQuery(tx)
        return readPopulation(tx)
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    const habits = readHabits(rules, population)
    const plan = { habits, population, days: DAYS, runs: RUNS, seed }
    const outcomes = await simulator
      .run([{ ...plan, rules }, ...(changedRules ? [{ ...plan, rules: changedRules }] : [])])
      .catch((error: unknown) => {
        log.error({ error }, 'economy simulation failed')
        throw fail('COINS_SIMULATION_FAILED')
      })
    if (!outcomes) throw fail('COINS_SIMULATION_BUSY')
    const [today, changed = null] = outcomes
    if (!today) throw fail('COINS_SIMULATION_FAILED')
    return {
      from: clock.now().toISOString().slice(0, 10),
      days: DAYS,
      runs: RUNS,
      accounts: population.accounts,
      simulated: population.balances.length,
      today,
      changed,
      assumed: listAssumed(habits, [...rules, ...(changedRules ?? [])]),
    }
  },
)
