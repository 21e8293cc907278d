import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { PAGE_MARKS } from '../common/plan.ts'
import { withImports } from '../../sdk/package/build/with-imports.ts'
import { chunksOf } from './page-bundle.ts'

const entryFile = (root: string) => join(root, 'kernel/packages/browser/frame/main.tsx')

/** Builds what runs in a plugin's frame, in the same build, so that frame and page share their chunks. */
export function frameEntry({ root }: { readonly root: string }): Plugin {
  return {
    name: 'spawnpoint:frame-entry',
    apply: 'build',
    buildStart() {
      const id = entryFile(root)
      // A small project that is built by a test has none.
      if (this.environment.config.consumer !== 'client' || !existsSync(id)) return
      this.emitFile({ type: 'chunk', id, name: 'plugin-frame' })
    },
  }
}

const stylesheetsOf = (html: string): string[] =>
  [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*href="(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? '')

interface FrameSource {
  readonly root: string
  readonly bundle: Rolldown.OutputBundle
  /** The page's, whose stylesheets the frame has too. */
  readonly html: string
  readonly integrity: Readonly<Record<string, string>>
  readonly fonts: string
}

/**
 * The document of a frame. Its origin is opaque, so every file comes by CORS, and no nonce is needed where the policy
 * admits by address and hash alone. Null where there is nothing to run in it.
 */
export function frameHtml({ root, bundle, html, integrity, fonts }: FrameSource): string | null {
  const file = normalizePath(entryFile(root))
  const entry = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === file)
  if (!entry) return null
  const hashed = (url: string) => `crossorigin integrity="${integrity[url] ?? ''}"`
  const styles = [
    ...stylesheetsOf(html),
    ...[...(entry.viteMetadata?.importedCss ?? [])].map((each) => `/${each}`),
  ]
  const scripts = [...withImports(bundle, entry.fileName)].map((each) => `/${each}`)
  return [
    `<!doctype html><html lang="${PAGE_MARKS.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">',
    `<title>${PAGE_MARKS.title}</title>`,
    PAGE_MARKS.importMap,
    `<style>${fonts}</style>`,
    ...[...new Set(styles)].map((url) => `<link rel="stylesheet" href="${url}" ${hashed(url)}>`),
    ...scripts.map((url) => `<link rel="modulepreload" href="${url}" ${hashed(url)}>`),
    `<script type="module" src="/${entry.fileName}" ${hashed(`/${entry.fileName}`)}></script>`,
    '</head><body><div id="app"></div></body></html>',
  ].join('')
}
