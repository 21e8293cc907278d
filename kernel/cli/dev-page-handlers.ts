import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { devImportMap } from '../build/shared-modules.ts'
import type { PageParts } from '../common/plan.ts'
import { createAssets } from '../server/page/assets.ts'
import type { PageHandlerSource } from '../server/app.ts'
import { createPageHandler, type PageOptions } from '../server/page/page.ts'
import { compileTemplate } from '../server/page/page-template.ts'
import type { MakePolicy } from '../server/page/policy.ts'

const unbuilt = { importMapHash: '', locales: {}, integrity: {}, modules: {}, firstViews: {} }

/** Vite serves from every path, puts style elements in and speaks over a web socket. */
const devPolicy: MakePolicy = ({ nonce }) => [
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self' ws: wss:",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
]

const STYLE_GUIDE = '/style-guide'

/** The style guide is the same document with another script; only this address of `npm run dev` has it. */
export const chooseEntry = (html: string, url: string): string =>
  new URL(url, 'http://dev').pathname === STYLE_GUIDE
    ? html.replace('/kernel/browser/main.tsx', '/sdk/ui/style-guide/main.tsx')
    : html

/** The page from its sources: each answer goes through Vite, which adds what Fast Refresh needs. */
export const createDevPage = (vite: ViteDevServer, options: PageOptions) =>
  createPageHandler({
    ...options,
    policy: devPolicy,
    async load(url) {
      const source = chooseEntry(await readFile(join(vite.config.root, 'index.html'), 'utf8'), url)
      const html = await vite.transformIndexHtml(url, source)
      const parts: PageParts = { ...unbuilt, html, importMap: devImportMap() }
      return { parts, fill: compileTemplate(html) }
    },
  })

/** Resolves to false when Vite has nothing at this address. */
const askVite = (vite: ViteDevServer, request: IncomingMessage, response: ServerResponse) =>
  new Promise<boolean>((resolve, reject) => {
    response.once('close', () => resolve(true))
    vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve(false)))
  })

/** Page and assets straight from the sources, for `npm run dev`. */
export function createDevPageHandlers(source: PageHandlerSource, vite: ViteDevServer) {
  const { origin, secure } = source.config
  const built = createAssets({ distDir: null, secure, findPlugin: source.packaged.findFiles })
  return {
    assets: async (request: IncomingMessage, response: ServerResponse) =>
      request.url?.startsWith('/assets/plugins/')
        ? built(request, response)
        : askVite(vite, request, response),
    page: createDevPage(vite, {
      origin,
      isStaff: source.isStaff,
      plan: source.plan,
      additions: source.packaged.pageAdditions,
      findRedirect: source.findRedirect,
    }),
  }
}
