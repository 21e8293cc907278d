import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readPackage, type PluginPackage } from '../package/read-package.ts'
import { ToolProblem, type CommandInput } from './command.ts'
import { explainRefusal } from './explain-refusal.ts'
import { typedFrom } from './plugin-folder.ts'

export interface PackageOnDisk extends PluginPackage {
  readonly file: string
  readonly bytes: Buffer
}

export function readTextFile(name: string, what: string): string {
  const file = resolve(typedFrom(), name)
  if (!existsSync(file)) throw new ToolProblem(`There is no file ${file}: give ${what}.`)
  return readFileSync(file, 'utf8')
}

/** Reads the package that a command names, as a server reads what is handed to it. */
export async function readPackageFile({ words }: CommandInput): Promise<PackageOnDisk> {
  const [name = ''] = words
  const file = resolve(typedFrom(), name)
  if (!existsSync(file)) throw new ToolProblem(`There is no file ${file}: make it with pack.`)
  const bytes = readFileSync(file)
  return { ...(await explainRefusal(() => readPackage(bytes))), file, bytes }
}
