import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { normalizePath } from 'vite'

/** A file that others may import of a plugin. */
export type ContractPart = 'index' | 'schemas' | 'resource'

/** Where the contracts of built-ins lie, and how their files end. */
export interface ContractFiles {
  /** The file of a contract, whether it is there or not. */
  find(id: string, part: ContractPart): string
  /** Whether a file is the `index` of such a contract. */
  isIndex(file: string): boolean
}

const placeOf = (root: string): { readonly folder: string; readonly end: string } => {
  const sources = join(root, 'builtin')
  if (existsSync(sources)) return { folder: sources, end: '.ts' }
  try {
    const require = createRequire(join(root, 'package.json'))
    return { folder: dirname(require.resolve('@spawnpoint/contracts/package.json')), end: '.js' }
  } catch {
    // Neither is there: whoever names a contract is told which file is missing.
    return { folder: sources, end: '.ts' }
  }
}

/** In a checkout they are sources below `builtin/`; an author's project has them as a package. */
export function contractFiles(root: string): ContractFiles {
  const { folder, end } = placeOf(root)
  const base = `${normalizePath(folder)}/`
  return {
    find: (id, part) =>
      normalizePath(join(folder, id, part === 'resource' ? `resource${end}` : `contract/${part}${end}`)),
    isIndex: (file) => file.startsWith(base) && file.endsWith(`/contract/index${end}`),
  }
}
