import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ToolProblem, type CommandInput } from './command.ts'

/** Where the command was typed: `npm run` has changed the folder since then. */
export const typedFrom = (): string => process.env['INIT_CWD'] ?? process.cwd()

/** The folder that a command names, or the one it was typed in: one with a manifest. */
export function pluginFolder({ words }: CommandInput): string {
  const [word] = words
  const candidates = [...new Set([resolve(process.cwd(), word ?? '.'), resolve(typedFrom(), word ?? '.')])]
  const folder = candidates.find((each) => existsSync(join(each, 'manifest.ts')))
  if (folder !== undefined) return folder
  const [asked = ''] = candidates
  if (!existsSync(asked)) throw new ToolProblem(`There is no folder ${asked}: give the folder of a plugin.`)
  if (!statSync(asked).isDirectory())
    throw new ToolProblem(`${asked} is no folder: give the folder of a plugin.`)
  throw new ToolProblem(
    `${asked} holds no plugin: it has no manifest.ts. Give the folder of a plugin, or make one with create.`,
  )
}

export const folderArguments = ['[folder]'] as const
