import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The checkout, or the folder of the installed `@spawnpoint/sdk`. */
export const TOOLS_ROOT = join(import.meta.dirname, '../..')

/** True in an author's project, where the tools come from the installed package. */
export const isInstalled = (): boolean => !existsSync(join(TOOLS_ROOT, 'sdk/common/index.ts'))

/** True for a folder of the checkout that the tools run from, whose packages serve it. */
export const isInRepository = (folder: string): boolean => {
  const path = relative(TOOLS_ROOT, folder)
  return !isInstalled() && !path.startsWith('..') && path !== folder
}
