import { posix } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { withImports } from './with-imports.ts'

type WithStyles = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

function stylesOf(bundle: Rolldown.OutputBundle, fileName: string): string[] {
  const chunks = [...withImports(bundle, fileName)].map((name) => bundle[name] as WithStyles | undefined)
  return [...new Set(chunks.flatMap((chunk) => [...(chunk?.viteMetadata?.importedCss ?? [])]))]
}

/** The name lets the shell leave the stylesheet out while the plugin is off. */
const prelude = (
  plugin: string,
  urls: readonly string[],
) => `await Promise.all(${JSON.stringify(urls)}.map((url) => new Promise((done) => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset.plugin = ${JSON.stringify(plugin)}
  link.href = new URL(url, import.meta.url).href
  link.onload = link.onerror = done
  document.head.append(link)
})))
`

/** A page has no HTML of its own to link its stylesheets from, so its module brings them before it is drawn. */
export const pluginStyles = (plugin: string): Plugin => ({
  name: 'spawnpoint:plugin-styles',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        const urls = stylesOf(bundle, chunk.fileName).map(
          (file) => `./${posix.relative(posix.dirname(chunk.fileName), file)}`,
        )
        if (urls.length > 0) chunk.code = `${prelude(plugin, urls)}${chunk.code}`
      }
    },
  },
})
