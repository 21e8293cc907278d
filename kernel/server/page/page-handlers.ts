import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Language, PageParts, Plan } from '../../common/plan.ts'
import type { PackagedPlugins } from '../host/packaged-plugins.ts'
import { createAssets } from './assets.ts'
import { createPage } from './page.ts'

/** The parts of the server that the page needs. */
export interface PageHandlerSource {
  readonly config: { readonly origin: string; readonly secure: boolean }
  /** True for the session of somebody who may open a page of the administration. */
  isStaff(cookieHeader: string | undefined): Promise<boolean>
  plan(safeMode: boolean, language: Language): Plan
  readonly packaged: Pick<PackagedPlugins, 'findFiles' | 'createFrame' | 'pageAdditions'>
  hasCustomStyle(): boolean
}

/** Reads the build's output; see `kernel/build`. */
export const readPageParts = async (distDir: string): Promise<PageParts> =>
  JSON.parse(await readFile(join(distDir, 'page.json'), 'utf8'))

/** Page and assets of the built shell. */
export async function createPageHandlers(source: PageHandlerSource, distDir: string) {
  const { packaged } = source
  const { origin, secure } = source.config
  const parts = await readPageParts(distDir)
  const frame = packaged.createFrame({ origin, parts, plan: source.plan })
  const page = createPage({ ...source, additions: packaged.pageAdditions, origin, parts })
  return {
    assets: createAssets({ distDir, secure, findPlugin: packaged.findFiles }),
    page: async (request: IncomingMessage, response: ServerResponse) =>
      (await frame(request, response)) || page(request, response),
    shared: parts.shared ?? null,
  }
}
