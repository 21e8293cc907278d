import type { Manifest } from '@spawnpoint/sdk/common'
import { join, relative } from 'node:path'
import { ToolProblem } from './command.ts'
import { openDevLink, type DevTarget } from './dev-link.ts'
import { findPublishedDevEndpoint } from '../package/published-dev-endpoint.ts'
import { oneAfterAnother } from './one-after-another.ts'
import { TOOLS_ROOT } from './repository.ts'
import { dim, say, sayProblem, wordsOf } from './say.ts'
import { aborted } from './told-to-end.ts'
import { watchSources } from './watch-sources.ts'

interface Product {
  readonly dataDir: string
  readonly inspect?: boolean | undefined
}

const targetIn = ({ dataDir, inspect }: Product, id: string): DevTarget => ({
  id,
  inspect,
  name: `the product in ${relative(process.cwd(), dataDir) || '.'}`,
  async find() {
    const endpoint = findPublishedDevEndpoint(dataDir)
    if (endpoint) return endpoint
    throw new ToolProblem(
      `No product takes plugins at ${dataDir}: start it with PLUGIN_DEV=1 npm start, and give its data folder.`,
    )
  },
})

/** Builds a plugin as it is released after each change, and upgrades a running product to it. */
export async function upgradeInto(
  product: Product,
  folder: string,
  { id }: Manifest,
  signal: AbortSignal,
): Promise<void> {
  // React's development build is chosen by this variable, wherever it comes from.
  process.env['NODE_ENV'] = 'production'
  // Each change is built, for this machine alone.
  process.env['BUILD_COMPRESSION'] = 'none'
  const { createDevBuilds } = await import('../package/build/plugin-dev-build.ts')
  const outDir = join(folder, '.cache/dev')
  const build = createDevBuilds({ folder, root: TOOLS_ROOT, outDir })
  const changed = new Set<string>()
  const renew = oneAfterAnother(async () => {
    const paths = [...changed]
    changed.clear()
    try {
      await build(paths)
      await link.handOver(outDir)
    } catch (error) {
      sayProblem(wordsOf(error))
    }
  })
  const link = await openDevLink(targetIn(product, id), signal, renew)
  watchSources(folder, signal, (paths) => {
    for (const path of paths) changed.add(path)
    void renew()
  })
  await renew()
  say(dim('  Each change is built and installed anew; open pages show it by themselves.'))
  await aborted(signal)
  await link.end()
}
