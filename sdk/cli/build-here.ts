import type { Manifest } from '@spawnpoint/sdk/common'
import { ToolProblem } from './command.ts'
import { TOOLS_ROOT } from './repository.ts'
import { wordsOf } from './say.ts'

/** Builds a plugin as it is released, whatever this process was started for. */
export async function buildHere(
  folder: string,
  {
    outDir,
    sourceMaps = false,
  }: { readonly outDir?: string | undefined; readonly sourceMaps?: boolean | undefined } = {},
): Promise<Manifest> {
  const { NODE_ENV: before } = process.env
  // React's development build is chosen by this variable, wherever it comes from.
  process.env['NODE_ENV'] = 'production'
  const { buildPlugin } = await import('../package/build/build-plugin.ts')
  try {
    return await buildPlugin({
      folder,
      root: TOOLS_ROOT,
      sourceMaps,
      ...(outDir === undefined ? {} : { outDir }),
    })
  } catch (error) {
    throw new ToolProblem(wordsOf(error), { cause: error })
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}
