import { createHash } from 'node:crypto'
import type { PageParts } from '../../../kernel/common/plan.ts'
import type { PageHandlers, PageHandlerSource } from '../../../kernel/server/app.ts'
import { createPage } from '../../../kernel/server/page/page.ts'

const importMap = '{"imports":{}}'
const parts: PageParts = {
  html: '<html><head><!--import-map--></head><body><!--first-view--></body></html>',
  importMap,
  importMapHash: createHash('sha256').update(importMap).digest('base64'),
  locales: {},
  integrity: {},
  modules: {},
  firstViews: {},
}

/** Answers every path with an empty page, its status and headers as in the product: for `pageHandlers` of a test server. */
export const servePages = async (source: PageHandlerSource): Promise<PageHandlers> => ({
  assets: () => false,
  page: createPage({
    ...source,
    origin: source.config.origin,
    additions: source.packaged.pageAdditions,
    parts,
  }),
})
