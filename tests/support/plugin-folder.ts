import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../kernel/server/version.ts'

/** The folder of a plugin, whether it ships with the product or an operator has moved it. */
export const pluginFolder = (id: string): string => {
  const folder = ['builtin', 'plugins'].map((place) => join(ROOT, place, id)).find(existsSync)
  if (folder === undefined) throw new Error(`No plugin has the id ${id}.`)
  return folder
}
