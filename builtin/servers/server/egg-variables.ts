import {
  askPanel,
  EggRules,
  Panel,
  preventsServers,
  type EggRulesService,
  type PanelEgg,
  type PanelEggVariable,
} from '@spawnpoint/contracts/panel'
import { eggVariables } from '@spawnpoint/contracts/servers'
import { defineService } from '@spawnpoint/sdk/common'
import { answer, Clock, keepFor, Log, provide } from '@spawnpoint/sdk/server'
import { refuse } from './limits.ts'
import { type ServerUses, serverUses } from './server-uses.ts'

const KEPT_MS = 15_000

/** `broken`: the panel builds no server of the egg, or has it no more. `away`: the panel does not say. */
type OpenEgg =
  | { readonly state: 'known'; readonly variables: readonly PanelEggVariable[] }
  | { readonly state: 'broken' }
  | { readonly state: 'away' }

export interface EggLookService {
  /** The egg as the panel had it a few seconds ago at most. */
  look(nestId: number, eggId: number): Promise<OpenEgg>
}

export const EggLook = defineService<EggLookService>('servers.egg-look')

/** Asked once for all who order the same game at the same time. */
export const eggLook = provide(
  EggLook,
  { panel: Panel, rules: EggRules, clock: Clock, log: Log },
  ({ panel, rules, clock, log }) => {
    const asking = new Map<string, () => Promise<PanelEgg>>()
    return {
      async look(nestId, eggId) {
        const key = `${nestId}/${eggId}`
        const now = () => clock.now()
        const ask =
          asking.get(key) ?? keepFor(KEPT_MS, now, async () => (await panel.current()).getEgg(nestId, eggId))
        asking.set(key, ask)
        const { known, failure } = await askPanel({ get: () => panel }, log, ask)
        if (!known) return { state: failure === 'PANEL_MISSING' ? 'broken' : 'away' }
        if (rules.findTroubles(known).some(preventsServers)) return { state: 'broken' }
        return { state: 'known', variables: rules.openOf(known) }
      },
    }
  },
)

type LookUses = Pick<ServerUses, 'eggs' | 'categories'> & { readonly look: EggLookService }

/** An egg of ours as its customers may set it; null for an egg that is not offered. */
async function readOpenEgg({ eggs, categories, look }: LookUses, id: string) {
  const egg = await eggs.find(id)
  const category = egg?.enabled ? await categories.find(egg.categoryId) : null
  return egg && category?.enabled ? look.look(category.panelNestId, egg.panelEggId) : null
}

export const handleEggVariables = answer(
  eggVariables,
  { ...serverUses, look: EggLook },
  async ({ params, fail, ...services }) => {
    const found = await readOpenEgg(services, params.id)
    if (!found) throw fail('NOT_FOUND')
    if (found.state === 'broken') throw fail('SERVERS_EGG_BROKEN')
    if (found.state === 'away') throw fail('SERVERS_SETTINGS_AWAY')
    return {
      variables: found.variables.map(({ key, name, description, defaultValue, rules }) => ({
        key,
        name,
        description,
        defaultValue,
        rules,
      })),
    }
  },
)

/** The name of the first variable whose value the egg does not take, or that nobody may set; null when all are well. */
function findWrongVariable(
  { findProblem }: EggRulesService,
  variables: readonly PanelEggVariable[],
  chosen: Readonly<Record<string, string>>,
): string | null {
  const foreign = Object.keys(chosen).find((key) => !variables.some((variable) => variable.key === key))
  if (foreign !== undefined) return foreign
  const wrong = variables.find((variable) =>
    findProblem(variable, chosen[variable.key] ?? variable.defaultValue),
  )
  return wrong?.name ?? null
}

interface Game {
  readonly eggId: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Refuses a game that the panel builds no server of, and values that it would refuse; asks the panel. */
export async function checkGame(
  uses: LookUses & Pick<ServerUses, 'eggRules'>,
  { eggId, environment = {} }: Game,
): Promise<void> {
  const egg = await readOpenEgg(uses, eggId)
  if (egg?.state === 'broken') throw refuse('SERVERS_EGG_BROKEN')
  // An order of defaults alone needs no answer of the panel.
  if (egg?.state === 'away' && Object.keys(environment).length > 0) throw refuse('SERVERS_SETTINGS_AWAY')
  if (egg?.state !== 'known') return
  const name = findWrongVariable(uses.eggRules, egg.variables, environment)
  if (name !== null) throw refuse('SERVERS_VARIABLE', { name })
}
