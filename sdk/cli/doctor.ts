import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { loadOnce } from '../package/build/load-module.ts'
import type { ResolvedImports } from './check/resolved-imports.ts'
import { ToolProblem, type PluginCommand } from './command.ts'
import { folderArguments, pluginFolder } from './plugin-folder.ts'
import { isInstalled, TOOLS_ROOT } from './repository.ts'
import { bold, dim, say, sayDone, sayProblem, sizeText } from './say.ts'

const NODE_RANGE = '>=24'

async function readManifest(folder: string): Promise<Manifest> {
  const parsed = manifestSchema.safeParse((await loadOnce(join(folder, 'manifest.ts'))).default)
  if (!parsed.success) throw new ToolProblem('The manifest is not usable: run check, which says why.')
  // The schema has just said that it is one.
  return parsed.data as Manifest
}

const sdkVersion = (): string => {
  const file = join(TOOLS_ROOT, isInstalled() ? 'package.json' : 'sdk/package.json')
  // Our own file.
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

const npmVersion = (): string | null => {
  const { status, stdout } = spawnSync('npm', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return status === 0 ? stdout.trim() : null
}

/** Versions of what is installed against what is asked for. */
function sayVersions({ engines }: Manifest): boolean {
  const rows: readonly (readonly [name: string, found: string | null, wanted: string])[] = [
    ['Node', process.versions.node, NODE_RANGE],
    ['npm', npmVersion(), '>=9'],
    ['@spawnpoint/sdk', sdkVersion(), engines?.sdk ?? '*'],
  ]
  let isWell = true
  for (const [name, found, wanted] of rows) {
    const fits = found !== null && semver.satisfies(found, wanted, { includePrerelease: true })
    isWell &&= fits
    const line = `${name} ${found ?? 'is not there'} ${dim(wanted === '*' ? '' : `(${wanted} is asked for)`)}`
    if (fits) sayDone(line)
    else sayProblem(line)
  }
  return isWell
}

const duplicates = ({ bundled }: ResolvedImports): readonly string[] =>
  [...Map.groupBy(bundled, ({ name }) => name)].flatMap(([name, copies]) =>
    copies.length > 1
      ? [`${name}: ${copies.map(({ version, folder }) => `${version} in ${folder}`).join(', ')}`]
      : [],
  )

function sayModule(title: string, half: ResolvedImports | null, by: string): boolean {
  if (half === null) return true
  say(`\n${bold(title)}`)
  if (half.failure !== null) {
    sayProblem(half.failure.split('\n').slice(0, 8).join('\n    '))
    return false
  }
  const labels = [
    ...half.shared,
    ...half.missing,
    ...half.bundled.map(({ name, version }) => `${name} ${version}`),
  ]
  const width = Math.max(20, ...labels.map(({ length }) => length)) + 2
  for (const name of half.shared) sayDone(`${name.padEnd(width)}${dim(by)}`)
  for (const { name, version, bytes } of half.bundled)
    sayDone(`${`${name} ${version}`.padEnd(width)}${dim(`bundled, ${sizeText(bytes)} before it is packed`)}`)
  for (const name of half.missing) sayProblem(`${name.padEnd(width)}missing: nobody gives it to the plugin`)
  const twice = duplicates(half)
  for (const each of twice) sayProblem(`bundled more than once: ${each}`)
  return half.missing.length === 0 && twice.length === 0
}

export const doctor: PluginCommand = {
  arguments: folderArguments,
  summary: 'Says how each import of the built plugin resolves, and whether the versions fit.',
  options: {},
  async run(input) {
    const folder = pluginFolder(input)
    const manifest = await readManifest(folder)
    const versions = sayVersions(manifest)
    const { resolveImports } = await import('./check/resolved-imports.ts')
    const { browser, server } = await resolveImports(folder, manifest)
    const well = sayModule('Browser module', browser, 'shared by the dashboard')
    return sayModule('Server module', server, 'part of Node') && well && versions
  },
}
