import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { z } from 'zod'
import { loadFresh } from '../../build/load-module.ts'
import { PLUGIN_DEV_HEADER, PLUGIN_DEV_PATH } from '../../build/plugin-dev-door.ts'
import { packPlugin } from '../../server/packages/pack-plugin.ts'
import { ToolProblem, type PluginCommand } from './command.ts'
import { folderUsage, pluginFolder } from './plugin-folder.ts'
import { isInstalled, TOOLS_ROOT } from './repository.ts'
import { dim, say, sayDone, sayProblem } from './say.ts'
import { watchAndPack } from './watch-and-pack.ts'

const OUR_SHELL = 'http://127.0.0.1:5174'

async function readManifest(folder: string): Promise<Manifest> {
  const parsed = manifestSchema.safeParse((await loadFresh(join(folder, 'manifest.ts'))).default)
  if (!parsed.success) throw new ToolProblem('The manifest is not usable: run check, which says why.')
  // The schema has just said that it is one.
  return parsed.data as Manifest
}

const desk = z.object({ address: z.url(), token: z.string() })
const news = z.object({ state: z.string().optional(), reason: z.string().nullable() })

/** Asks a dashboard where it takes packages. */
async function findDesk(shell: string): Promise<z.output<typeof desk>> {
  const response = await fetch(`${shell}${PLUGIN_DEV_PATH}`).catch((cause: unknown) => {
    throw new ToolProblem(
      `No dashboard answers at ${shell}: start one with npm run dev in its repository, or name it with --shell.`,
      { cause },
    )
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const parsed = desk.safeParse(isJson ? await response.json() : null)
  if (!parsed.success)
    throw new ToolProblem(`${shell} is no development server of a dashboard: start one with npm run dev.`)
  return parsed.data
}

/** Hands the plugin to the dashboard, which installs it and switches it on. */
async function handOver(shell: string, address: string, { id }: Manifest, outDir: string) {
  const { address: to, token } = await findDesk(shell)
  const response = await fetch(`${to}${PLUGIN_DEV_PATH}${id}`, {
    method: 'PUT',
    headers: { [PLUGIN_DEV_HEADER]: address, authorization: `Bearer ${token}` },
    body: new Uint8Array(await packPlugin(outDir)),
  })
  const { state, reason } = news.parse(await response.json())
  if (state === 'active') sayDone(`${id} is on: ${shell}`)
  else sayProblem(`${id} is ${state ?? 'refused'}: ${reason ?? 'see the log of the dashboard'}`)
}

/** Server half, contract, manifest and words need a new package; the browser half is updated in the page. */
const needsPackage = (path: string) =>
  /(^|[\\/])(manifest\.ts|(server|contract|locales)[\\/].*)$/.test(path) && !/\.test\.tsx?$/.test(path)

async function serveInto(shell: string, folder: string) {
  const { buildForDev, startPluginDevServer } = await import('../../build/plugin-dev-server.ts')
  const manifest = await readManifest(folder)
  const outDir = join(folder, '.cache/dev')
  const { address, vite } = await startPluginDevServer({ manifest, folder, root: TOOLS_ROOT })
  const renew = async () => {
    const built = await buildForDev({ folder, root: TOOLS_ROOT, outDir })
    await handOver(shell, address, built, outDir)
  }
  await renew().catch(async (error: unknown) => {
    await vite.close()
    throw error instanceof ToolProblem ? error : new ToolProblem(String(error))
  })
  say(dim('  Components change in the open page as you save; the rest is packed and installed anew.'))
  let work = Promise.resolve()
  vite.watcher.on('all', (_event, path) => {
    if (!needsPackage(path.slice(folder.length))) return
    work = work
      .then(renew)
      .catch((error: unknown) => sayProblem(error instanceof Error ? error.message : String(error)))
  })
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await vite.close()
}

export const dev: PluginCommand = {
  usage: folderUsage,
  summary:
    'Serves a plugin into a running dashboard: what you save changes in the open page, which keeps its state.',
  words: 1,
  options: {
    shell: {
      type: 'string',
      value: 'url',
      about: `the dashboard's development server, such as ${OUR_SHELL}`,
    },
  },
  async run(input) {
    const folder = pluginFolder(input)
    const shell = input.text('shell') ?? (isInstalled() ? undefined : OUR_SHELL)
    if (shell !== undefined && !URL.canParse(shell))
      throw new ToolProblem(`'${shell}' is no address: give ${OUR_SHELL}.`)
    if (shell === undefined) await watchAndPack(folder)
    else await serveInto(new URL(shell).origin, folder)
    return true
  },
}
