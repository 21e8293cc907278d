import { moduleAt } from './module-record.ts'
import { placeOf } from './place.ts'
import { codePaths, type SourceTree } from './source-tree.ts'

/** Plugin ids that are also words of the kernel's own business (its settings, its health probe, …). */
const kernelTexts = new Set([
  'settings',
  'health',
  'errors',
  'connection',
  'auth',
  'account',
  'users',
  'roles',
  'panel',
])

export const builtinIds = (tree: SourceTree): string[] => [
  ...new Set([...tree.keys()].flatMap((path) => /^builtin\/([^/]+)\//.exec(path)?.[1] ?? [])),
]

const namesPlugin = (text: string, ids: ReadonlySet<string>): string | undefined => {
  if (ids.has(text) && !kernelTexts.has(text)) return text
  const id = /(?:builtin|plugins|contracts)\/([a-z0-9-]+)/.exec(text)?.[1]
  return id !== undefined && ids.has(id) ? id : undefined
}

export const findPluginNamesInKernel = (tree: SourceTree): string[] => {
  const ids = new Set(builtinIds(tree))
  return codePaths(tree)
    .filter((path) => placeOf(path).house === 'kernel' && !placeOf(path).test)
    .flatMap((path) =>
      moduleAt(tree, path).strings.flatMap((text) => {
        const id = namesPlugin(text, ids)
        return id === undefined ? [] : [`${path}: the kernel names the plugin '${id}'`]
      }),
    )
}
