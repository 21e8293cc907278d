import type { Manifest } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { z } from 'zod'
import { PLUGIN_DEV_PATH } from '../package/dev-endpoint.ts'
import { ToolProblem } from './command.ts'
import { openDevLink } from './dev-link.ts'
import { oneAfterAnother } from './one-after-another.ts'
import { TOOLS_ROOT } from './repository.ts'
import { dim, say, sayProblem, wordsOf } from './say.ts'
import { aborted } from './told-to-end.ts'

const endpoint = z.object({ address: z.url(), token: z.string() })

/** Asks a dashboard where it takes packages. */
async function findDevEndpoint(shell: string): Promise<z.output<typeof endpoint>> {
  const response = await fetch(`${shell}${PLUGIN_DEV_PATH}`).catch((cause: unknown) => {
    throw new ToolProblem(
      `No dashboard answers at ${shell}: start one with npm run dev in its repository, or name it with --shell.`,
      { cause },
    )
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const parsed = endpoint.safeParse(isJson ? await response.json() : null)
  if (!parsed.success)
    throw new ToolProblem(
      `${shell} is no development server of a dashboard: start one with npm run dev, or give --data with the data folder of a product that was started with PLUGIN_DEV=1.`,
    )
  return parsed.data
}

/** Server module, contract, manifest and words need a new package; the browser module is updated in the page. */
const needsPackage = (path: string) =>
  /(^|[\\/])(manifest\.ts|(server|contract|locales)[\\/].*)$/.test(path) && !/\.test\.tsx?$/.test(path)

interface Shell {
  readonly shell: string
  readonly inspect?: boolean | undefined
}

/** Serves a plugin's browser module into a dashboard that runs from its sources, with Fast Refresh. */
export async function serveInto(
  { shell, inspect }: Shell,
  folder: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  const { buildServed } = await import('../package/build/plugin-dev-build.ts')
  const { startPluginDevServer } = await import('../package/build/plugin-dev-server.ts')
  const outDir = join(folder, '.cache/dev')
  await findDevEndpoint(shell)
  const { address, vite } = await startPluginDevServer({ manifest, folder, root: TOOLS_ROOT })
  const renew = oneAfterAnother(async () => {
    try {
      await buildServed({ folder, root: TOOLS_ROOT, outDir })
      await link.handOver(outDir)
    } catch (error) {
      sayProblem(wordsOf(error))
    }
  })
  const find = () => findDevEndpoint(shell)
  const target = { id: manifest.id, name: shell, server: address, inspect, find }
  const link = await openDevLink(target, signal, renew).catch(async (error: unknown) => {
    await vite.close()
    throw error
  })
  vite.watcher.on('all', (_event, path) => {
    if (needsPackage(path.slice(folder.length))) void renew()
  })
  await renew()
  say(dim('  Components change in the open page as you save; the rest is packed and installed anew.'))
  await aborted(signal)
  await link.end()
  await vite.close()
}
