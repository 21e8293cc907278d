import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

type Versions = Readonly<Record<string, string>>

export interface PackageFile {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly engines?: Versions
  readonly exports?: Versions
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly optionalDependencies?: Versions
}

export const readPackage = (folder: string): PackageFile =>
  // Our own files, or those of a package of ours.
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile

/** Packages of which there must be one copy; the author's project declares them. */
const peers = new Set(['react', 'react-dom', 'zod'])
/** Only tests need them; a project without tests goes without. */
const testPeers = new Set(['@testing-library/react', 'vitest'])

const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Packages that the emitted code and its declarations name. */
function packagesIn(folder: string): readonly string[] {
  const files = globSync('**/*.{js,d.ts}', { cwd: folder })
  const specifiers = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(imported)].map((match) => match[1] ?? ''),
  )
  const names = specifiers.filter((one) => !one.startsWith('.') && !isBuiltin(one)).map(packageOf)
  return [...new Set(names)].sort()
}

/** The versions of this repository for what a packed folder imports, and for the types of those packages. */
export function dependenciesOf(folder: string, { dependencies, devDependencies }: PackageFile) {
  const known: Versions = { ...devDependencies, ...dependencies }
  const named = packagesIn(folder)
  const typed = named.map((name) => `@types/${name.replace(/^@/, '').replace('/', '__')}`)
  const found = [...named, ...typed, '@types/node'].filter((name) => known[name] !== undefined)
  const pick = (names: readonly string[]) =>
    Object.fromEntries([...new Set(names)].sort().map((name) => [name, known[name] ?? '*']))
  const ours = found.filter((name) => !name.startsWith('@spawnpoint/'))
  return {
    dependencies: pick(ours.filter((name) => !peers.has(name) && !testPeers.has(name))),
    peerDependencies: pick(ours.filter((name) => peers.has(name) || testPeers.has(name))),
    peerDependenciesMeta: Object.fromEntries([...testPeers].map((name) => [name, { optional: true }])),
  }
}

/** `./common/index.ts` as the package offers it: JavaScript, with its declarations. */
export const packedExport = (base: string, target: string) => {
  const path = `./${join(base, target)}`
  if (!/\.tsx?$/.test(path)) return path
  const stem = path.replace(/\.tsx?$/, '')
  return { types: `${stem}.d.ts`, default: `${stem}.js` }
}

/** The versions of some packages, as the repository pins them. */
export function versionsOf(
  names: readonly string[],
  { dependencies, devDependencies }: PackageFile,
): Versions {
  const known: Versions = { ...devDependencies, ...dependencies }
  return Object.fromEntries(names.map((name) => [name, known[name] ?? '*']))
}
