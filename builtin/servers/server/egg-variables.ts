import { askPanel, type PanelEggVariable } from '@spawnpoint/contracts/panel'
import { findVariableProblem } from '@spawnpoint/contracts/panel/schemas'
import { eggVariables } from '@spawnpoint/contracts/servers'
import { answer } from '@spawnpoint/sdk/server'
import { type ServerUses, serverUses } from './server-uses.ts'

/** The variables of an egg of ours that its customers may set; null for an egg that is not offered. */
export async function readVariables({ eggs, categories, panel, log }: ServerUses, id: string) {
  const egg = await eggs.find(id)
  const category = egg?.enabled ? await categories.find(egg.categoryId) : null
  if (!egg || !category?.enabled) return null
  const holder = { get: () => panel }
  const { known } = await askPanel(holder, log, (current) =>
    current.getEgg(category.panelNestId, egg.panelEggId),
  )
  if (!known) return { variables: null }
  const open = known.variables.filter(({ userViewable, userEditable }) => userViewable && userEditable)
  return { variables: open }
}

export const handleEggVariables = answer(eggVariables, serverUses, async ({ params, fail, ...services }) => {
  const found = await readVariables(services, params.id)
  if (!found) throw fail('NOT_FOUND')
  if (!found.variables) throw fail('SERVERS_SETTINGS_AWAY')
  return {
    variables: found.variables.map(({ key, name, description, defaultValue, rules }) => ({
      key,
      name,
      description,
      defaultValue,
      rules,
    })),
  }
})

/** The name of the first variable whose value the egg does not take, or that nobody may set; null when all are well. */
export function findWrongVariable(
  variables: readonly PanelEggVariable[],
  chosen: Readonly<Record<string, string>>,
): string | null {
  const foreign = Object.keys(chosen).find((key) => !variables.some((variable) => variable.key === key))
  if (foreign !== undefined) return foreign
  const wrong = variables.find((variable) =>
    findVariableProblem(variable, chosen[variable.key] ?? variable.defaultValue),
  )
  return wrong?.name ?? null
}
