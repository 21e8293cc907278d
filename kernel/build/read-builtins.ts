import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findWellKnownConflicts } from '../common/well-known-routes.ts'
import type { LoadModule } from '../../sdk/package/build/load-module.ts'
import { fileOfModule } from '../../sdk/package/build/resource-pages.ts'

export interface Builtin {
  readonly manifest: Manifest
  readonly folder: string
}

/** Folders of `builtin/` that are plugins: those with a manifest. */
export const builtinFolders = (root: string): string[] => {
  const builtin = join(root, 'builtin')
  if (!existsSync(builtin)) return []
  return readdirSync(builtin, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(builtin, entry.name, 'manifest.ts')))
    .map((entry) => entry.name)
    .sort()
}

const problemsOf = (name: string, folder: string, manifest: Manifest): string[] => {
  const parsed = manifestSchema.safeParse(manifest)
  const shape = parsed.success
    ? []
    : parsed.error.issues.map(
        (issue) => `${issue.path.map(String).join('.') || 'manifest'}: ${issue.message}`,
      )
  const named = manifest.id === name ? [] : [`id is '${manifest.id}', which is not the folder's name`]
  const files = Object.entries(manifest.modules ?? {}).flatMap(([module, file]) =>
    existsSync(join(folder, fileOfModule(file))) ? [] : [`module '${module}' is ${file}, which is missing`],
  )
  return [...shape, ...named, ...files].map((problem) => `builtin/${name}: ${problem}`)
}

async function readOne(root: string, name: string, load: LoadModule) {
  const folder = join(root, 'builtin', name)
  const { default: manifest } = await load(join(folder, 'manifest.ts'))
  if (!(manifest instanceof Object))
    return {
      builtin: null,
      problems: [`builtin/${name}: manifest.ts has no default export made by defineBuiltin`],
    }
  // Checked by problemsOf, which reads nothing that a wrong shape would break.
  const builtin: Builtin = { manifest: manifest as Manifest, folder }
  return { builtin, problems: problemsOf(name, folder, builtin.manifest) }
}

/** Reads and checks the manifests of all built-ins; one error names every problem. */
export async function readBuiltins(root: string, load: LoadModule): Promise<readonly Builtin[]> {
  const read = await Promise.all(builtinFolders(root).map((name) => readOne(root, name, load)))
  const builtins = read.flatMap(({ builtin }) => (builtin ? [builtin] : []))
  const problems = read.flatMap((one) => one.problems)
  if (problems.length === 0)
    problems.push(...findWellKnownConflicts(builtins.map(({ manifest }) => manifest)))
  if (problems.length > 0) throw new Error(`E_BUILTIN\n${problems.join('\n')}`)
  return builtins
}
