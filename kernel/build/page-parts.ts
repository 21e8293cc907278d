import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import type { PageParts } from '../common/plan.ts'
import { loadOnce } from './load-module.ts'
import {
  addIntegrity,
  createImportMap,
  readIntegrity,
  readLocaleUrls,
  readModuleUrls,
} from './page-bundle.ts'
import { prerenderFirstViews } from './prerender.ts'
import { readBuiltins } from './read-builtins.ts'

const PAGE_FILE = 'page.json'

/** Writes what the server makes the page of, in place of the HTML that Vite would write. */
export function pageParts({ root }: { readonly root: string }): Plugin {
  return {
    name: 'spawnpoint:page-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        delete bundle['index.html']
        const builtins = await readBuiltins(root, loadOnce)
        const integrity = readIntegrity(bundle)
        const importMap = createImportMap(bundle, integrity)
        const parts: PageParts = {
          html: addIntegrity(String(page.source), integrity),
          importMap,
          importMapHash: createHash('sha256').update(importMap).digest('base64'),
          locales: readLocaleUrls(bundle),
          integrity,
          modules: readModuleUrls(bundle, builtins),
          firstViews: await prerenderFirstViews(root, builtins),
        }
        this.emitFile({ type: 'asset', fileName: PAGE_FILE, source: JSON.stringify(parts) })
      },
    },
  }
}
