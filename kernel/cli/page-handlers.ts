import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { PageParts } from '../common/plan.ts'
import type { PageHandlerSource } from '../server/app.ts'
import { createAssets } from '../server/page/assets.ts'
import { readEarlier } from '../server/page/earlier-builds.ts'
import { assetsBeside } from './release/releases-beside.ts'
import { ROOT } from '../server/version.ts'
import { createPage } from '../server/page/page.ts'

/** Reads the build's output; see `kernel/build`. */
const readPageParts = async (distDir: string): Promise<PageParts> =>
  JSON.parse(await readFile(join(distDir, 'page.json'), 'utf8'))

/** Page and assets of the built shell; `kept` are asset folders of builds before it. */
export async function createPageHandlers(
  source: PageHandlerSource,
  distDir: string,
  kept: readonly string[] = [],
) {
  const { packaged } = source
  const { origin, secure } = source.config
  const parts = await readPageParts(distDir)
  const frame = packaged.createFrame({ origin, parts, plan: source.plan })
  const page = createPage({ ...source, additions: packaged.pageAdditions, origin, parts })
  return {
    assets: createAssets({
      distDir,
      earlier: new Set(Object.keys(readEarlier(distDir))),
      beside: [...kept, ...assetsBeside(ROOT)],
      secure,
      findPlugin: packaged.findFiles,
    }),
    page: async (request: IncomingMessage, response: ServerResponse) =>
      (await frame(request, response)) || page(request, response),
    shared: parts.shared ?? null,
  }
}
