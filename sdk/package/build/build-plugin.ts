import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, normalizePath, type Rolldown } from 'vite'
import { loadOnce, type LoadModule } from './load-module.ts'
import { readMessagesFile } from './messages-file.ts'
import { findMissingFiles } from './missing-files.ts'
import { pluginBrowserConfig, pluginServerConfig } from './plugin-config.ts'
import { findOutputProblems } from './plugin-output.ts'
import { precompress } from './precompress.ts'
import { moduleId } from './resource-pages.ts'

export interface PluginFolders {
  readonly id: string
  readonly folder: string
  readonly outDir: string
  readonly root: string
  /** Writes the source map into the server module, for a debugger. */
  readonly sourceMaps?: boolean | undefined
}

function checked(manifest: unknown): Manifest {
  const parsed = manifestSchema.safeParse(manifest)
  if (parsed.success) return parsed.data as Manifest
  const problems = parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
  throw new Error(`E_MANIFEST ${problems.join('; ')}`)
}

const bundleOf = (outputs: readonly Rolldown.RolldownOutput[]): Rolldown.OutputBundle =>
  Object.fromEntries(outputs.flatMap(({ output }) => output.map((each) => [each.fileName, each])))

async function buildBrowser(folders: PluginFolders, manifest: Manifest): Promise<Record<string, string>> {
  if (Object.keys(manifest.modules).length === 0) return {}
  const result = await build(pluginBrowserConfig({ ...folders, modules: manifest.modules }))
  const bundle = bundleOf([result].flat() as Rolldown.RolldownOutput[])
  const problems = findOutputProblems(bundle)
  if (problems.length > 0) throw new Error(`E_PLUGIN_OUTPUT\n${problems.join('\n')}`)
  await precompress(folders.outDir, Object.keys(bundle))
  const entries = Object.values(bundle).flatMap((output) =>
    output.type === 'chunk' && output.isEntry && output.facadeModuleId
      ? [[output.facadeModuleId, output.fileName] as const]
      : [],
  )
  const built = new Map(entries)
  return Object.fromEntries(
    Object.entries(manifest.modules).map(([name, file]) => [
      name,
      built.get(moduleId(folders.folder, file)) ?? file,
    ]),
  )
}

/** The server's part of a built plugin, and the sources that it was made from. */
export interface BuiltServer {
  readonly entries: Pick<Manifest, 'server' | 'migrations'>
  readonly sources: ReadonlySet<string>
}

async function buildServer(folders: PluginFolders, { server, migrations }: Manifest): Promise<BuiltServer> {
  const built = server === undefined ? [] : await build(pluginServerConfig({ ...folders, server }))
  if (migrations !== undefined)
    await cp(join(folders.folder, migrations), join(folders.outDir, 'server/migrations'), { recursive: true })
  const chunks = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output)
  return {
    entries: {
      ...(server === undefined ? {} : { server: 'server/index.js' }),
      ...(migrations === undefined ? {} : { migrations: 'server/migrations' }),
    },
    sources: new Set(chunks.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))),
  }
}

/** Empties the folder, but for what the server loads if that is kept. */
async function makeRoom(outDir: string, keepsServer: boolean) {
  const names = keepsServer ? ['browser', 'locales', 'manifest.json'] : ['']
  for (const name of names) await rm(join(outDir, name), { recursive: true, force: true })
}

async function writeLocales({ folder, outDir }: PluginFolders, { id, locales }: Manifest) {
  await mkdir(join(outDir, 'locales'), { recursive: true })
  for (const language of locales) {
    const messages = readMessagesFile(join(folder, 'locales', `${language}.yml`))
    const strays = Object.keys(messages).filter((key) => key !== id)
    if (strays.length > 0)
      throw new Error(`E_LOCALE locales/${language}.yml: the one root key is '${id}', not '${strays[0]}'`)
    await writeFile(join(outDir, 'locales', `${language}.json`), JSON.stringify(messages))
  }
}

async function describeFiles(outDir: string): Promise<NonNullable<Manifest['files']>> {
  const files = globSync('**/*', { cwd: outDir, withFileTypes: true }).filter((entry) => entry.isFile())
  const described = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      const sha384 = createHash('sha384').update(content).digest('base64')
      return [normalizePath(path.slice(outDir.length + 1)), { sha384, bytes: content.length }] as const
    }),
  )
  return Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1)))
}

type BuildBrowser = (folders: PluginFolders, manifest: Manifest) => Promise<Readonly<Record<string, string>>>

/** Builds a run-time plugin apart from the shell into its `dist/`, which is what is installed. */
export async function buildPlugin({
  folder,
  root,
  outDir = join(folder, 'dist'),
  load = loadOnce,
  browser = buildBrowser,
  keptServer,
  onServer,
  sourceMaps,
}: {
  readonly folder: string
  readonly root: string
  readonly outDir?: string
  readonly load?: LoadModule
  /** Writes the browser module in another way; answers the file of each module. */
  readonly browser?: BuildBrowser
  /** The server's part of an earlier build into this folder, to be left as it is. */
  readonly keptServer?: BuiltServer | undefined
  /** Hears what was built for the server. */
  readonly onServer?: (built: BuiltServer) => void
  readonly sourceMaps?: boolean
}): Promise<Manifest> {
  const manifest = checked((await load(join(folder, 'manifest.ts'))).default)
  const [missing] = findMissingFiles(folder, manifest)
  if (missing)
    throw new Error(
      `E_FILE_MISSING ${missing.at}: there is no ${missing.file}: write it, or name another file`,
    )
  const folders = { id: manifest.id, folder, outDir, root, sourceMaps }
  await makeRoom(outDir, keptServer !== undefined)
  const [modules, server] = await Promise.all([
    browser(folders, manifest),
    keptServer ?? buildServer(folders, manifest),
  ])
  onServer?.(server)
  await writeLocales(folders, manifest)
  const built = checked({ ...manifest, modules, ...server.entries, files: await describeFiles(outDir) })
  await writeFile(join(outDir, 'manifest.json'), `${JSON.stringify(built, null, 2)}\n`)
  return built
}
