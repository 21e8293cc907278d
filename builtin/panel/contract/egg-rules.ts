import { defineService } from '@spawnpoint/sdk/common'
import type { VariableProblem } from './egg-variables.ts'
import type { PanelEgg, PanelEggVariable } from './panel.ts'

/**
 * Trouble with a variable of an egg. `broken`: the panel fails on its rules, whatever the value is. `default`: nobody but
 * staff of the panel can change its default, and its rules refuse that. `unchecked`: only the panel can check its rules,
 * so its owner cannot change it.
 */
export interface EggTrouble {
  readonly variable: string
  readonly kind: 'broken' | 'default' | 'unchecked'
}

/** The rules of an egg, applied before the panel is asked to build a server. */
export interface EggRulesService {
  /** Variables that the owner of a server may set, and whose values can be checked here. */
  openOf(egg: Pick<PanelEgg, 'variables'>): readonly PanelEggVariable[]
  /** Why a value does not suit a variable, patterns included; null where it does. */
  findProblem(variable: Pick<PanelEggVariable, 'rules'>, value: string): VariableProblem | null
  findTroubles(egg: Pick<PanelEgg, 'variables'>): readonly EggTrouble[]
}

export const EggRules = defineService<EggRulesService>('panel.egg-rules')

/** The panel builds no server of an egg with such trouble. */
export const preventsServers = ({ kind }: EggTrouble): boolean => kind !== 'unchecked'
