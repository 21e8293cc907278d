import { importTarget } from './import-target.ts'
import { moduleAt } from './module-record.ts'
import { type Place, placeOf } from './place.ts'
import { codePaths, type SourceTree } from './source-tree.ts'

const kernelParts: Record<string, readonly string[]> = {
  common: ['common'],
  browser: ['browser', 'common', 'packages/browser'],
  server: ['server', 'common'],
  'packages/common': ['packages/common', 'common'],
  'packages/browser': ['packages/browser', 'packages/common', 'browser', 'common'],
  'packages/server': ['packages/server', 'packages/common', 'server', 'common'],
  build: ['build', 'common', 'server', 'cli'],
  cli: ['cli', 'common', 'server', 'build', 'packages/server'],
}

const sdkParts: Record<string, readonly string[]> = {
  common: ['common'],
  browser: ['browser', 'common', 'ui'],
  ui: ['ui', 'common', 'browser'],
  server: ['server', 'common'],
  package: ['package', 'common', 'server'],
  cli: ['cli', 'package', 'common', 'server'],
  'panel-emulator': ['panel-emulator'],
  testing: ['testing', 'common', 'browser', 'ui', 'server', 'package', 'cli', 'panel-emulator'],
}

const sdkFor: Record<string, readonly string[]> = {
  common: ['common'],
  contract: ['common'],
  manifest: ['common'],
  browser: ['common', 'browser', 'ui'],
  server: ['common', 'server', 'panel-emulator', 'package'],
  'packages/browser': ['common', 'browser', 'ui'],
  'packages/server': ['common', 'server', 'package'],
  build: ['common', 'server', 'package', 'cli'],
  cli: ['common', 'server', 'package', 'cli'],
}

const inTesting = (to: Place) => to.house === 'plugin' && to.test
const isContract = (to: Place) => to.house === 'plugin' && to.part === 'contract'

const fromKernel = (from: Place, to: Place) => {
  if (to.house === 'kernel') return (kernelParts[from.part] ?? [from.part]).includes(to.part)
  return to.house === 'sdk' && (sdkFor[from.part] ?? ['common']).includes(to.part)
}

const fromSdk = (from: Place, to: Place) => {
  if (to.house === 'kernel') return from.part === 'testing'
  return to.house === 'sdk' && (sdkParts[from.part] ?? [from.part]).includes(to.part)
}

/** Data that names the capabilities: the types of a run-time plugin's contexts come from it. A server module is declared with it. */
const isOwnManifest = (from: Place, to: Place) =>
  (from.plugin.startsWith('plugins/') || from.file === 'server/index.ts') &&
  to.plugin === from.plugin &&
  to.file === 'manifest.ts'

const fromPlugin = (from: Place, to: Place, relative: boolean) => {
  const role = from.file === 'manifest.ts' ? 'manifest' : from.part
  if (to.house === 'sdk') return (sdkFor[role] ?? ['common']).includes(to.part)
  if (to.house !== 'plugin') return false
  if (isOwnManifest(from, to)) return true
  if (to.plugin === from.plugin)
    return isContract(to) || (role !== 'manifest' && role !== '' && to.part === role)
  return role !== 'manifest' && isContract(to) && !relative
}

const isForTests = (to: Place) => to.house === 'sdk' && ['testing', 'panel-emulator'].includes(to.part)

/** A test beside the manifest is about both sides of its plugin. */
const isOfWholePlugin = (from: Place, to: Place) =>
  from.plugin !== '' && from.part === '' && from.file !== 'manifest.ts' && to.house === 'sdk'

const fromTest = (from: Place, to: Place) =>
  inTesting(to) ||
  isForTests(to) ||
  (to.house === 'tests' && to.part === 'support') ||
  (from.plugin !== '' && to.plugin === from.plugin) ||
  isOfWholePlugin(from, to)

const fromE2e = (to: Place) =>
  to.house === 'e2e' || (to.house === 'tests' && to.part === 'support') || isForTests(to)

const allowed = (from: Place, to: Place, relative: boolean): boolean => {
  if (from.house === 'tests' || from.house === 'outside') return true
  if (from.house === 'e2e') return fromE2e(to)
  if (from.test && fromTest(from, to)) return true
  if (from.house === 'kernel') return fromKernel(from, to)
  if (from.house === 'sdk') return fromSdk(from, to)
  return fromPlugin(from, to, relative)
}

/** Code that a browser runs, or may run: none of it can reach Node's own modules. */
const runsInBrowser = ({ house, part, test }: Place) =>
  !test && house !== 'tests' && house !== 'e2e' && ['common', 'browser', 'ui', 'contract'].includes(part)

const verdict = (tree: SourceTree, path: string, specifier: string): string | undefined => {
  const from = placeOf(path)
  const target = importTarget(tree, path, specifier)
  if (target.kind === 'broken') return target.why
  if (target.kind === 'package')
    return target.name.startsWith('node:') && runsInBrowser(from)
      ? 'is a Node module in browser code'
      : undefined
  return allowed(from, placeOf(target.path), specifier.startsWith('.'))
    ? undefined
    : 'is not allowed from here'
}

export const findForbiddenImports = (tree: SourceTree): string[] =>
  codePaths(tree).flatMap((path) =>
    moduleAt(tree, path).imports.flatMap(({ specifier }) => {
      const why = verdict(tree, path, specifier)
      return why === undefined ? [] : [`${path}: import of '${specifier}' ${why}`]
    }),
  )
