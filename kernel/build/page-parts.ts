import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { type InlineStyle, LATER_ELEMENT, type PageParts, wrapFirstView } from '../common/plan.ts'
import { firstViewStyle } from './first-view-style.ts'
import { frameHtml } from './frame-document.ts'
import { loadOnce } from '../../sdk/package/build/load-module.ts'
import {
  addIntegrity,
  createImportMap,
  readIntegrity,
  readLocaleUrls,
  readModuleUrls,
  readSignedInUrls,
  readSharedNames,
  readStylesheet,
  takeFonts,
} from './page-bundle.ts'
import { layOutPage } from './page-layout.ts'
import { prerenderFirstViews } from './prerender.ts'
import { readBuiltins } from './read-builtins.ts'
import { readFacadeNames, readFacadeUrls } from './sdk-facades.ts'

const PAGE_FILE = 'page.json'

// The application takes the answers over. The browser warns of a preload that nothing has read soon after the load event.
const readPreloads =
  'for(const l of document.querySelectorAll("[as=fetch]"))(l.answer=fetch(l.href)).catch(()=>0)'

// A font that came too late for the first paint waits for the next visit: the stylesheet that follows would bring it in,
// and move the text.
const keepFont =
  'document.fonts.check("1em Geist Variable")||(document.documentElement.dataset.font="system")'

/**
 * Scripts fetched at start would delay the first paint. A hidden tab is never painted,
 * so there it starts at once.
 */
const startBehindPaint = (url: string) =>
  [
    `const start=()=>{${keepFont};document.head.append(document.getElementById("${LATER_ELEMENT}").content);${readPreloads};import(${JSON.stringify(url)})}`,
    'document.hidden?start():requestAnimationFrame(()=>setTimeout(start))',
  ].join(';')

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

const inlineStyle = (text: string): InlineStyle => ({ text, hash: hashOf(text) })

/** All that may be painted before a script has run. */
const paintedFirst = (html: string, views: PageParts['firstViews']): string =>
  html + wrapFirstView(Object.values(views).flatMap(Object.values).join(''))

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
        const fonts = inlineStyle(takeFonts(bundle, String(page.source)))
        const integrity = readIntegrity(bundle)
        const importMap = createImportMap(bundle, integrity)
        const frame = frameHtml({ root, bundle, html: String(page.source), integrity, fonts: fonts.text })
        const firstViews = await prerenderFirstViews(root, builtins)
        const { html, styleTag, entry } = layOutPage(addIntegrity(String(page.source), integrity))
        const rules = await firstViewStyle(readStylesheet(bundle, styleTag), paintedFirst(html, firstViews))
        const starter = startBehindPaint(entry.url)
        const parts: PageParts = {
          html,
          style: { tag: styleTag, fonts, firstView: inlineStyle(`${fonts.text}${rules}`) },
          entry: { tag: entry.tag, preloads: entry.preloads, starter, hash: hashOf(starter) },
          importMap,
          importMapHash: hashOf(importMap),
          locales: readLocaleUrls(bundle),
          integrity,
          modules: readModuleUrls(bundle, builtins),
          signedIn: readSignedInUrls(bundle),
          firstViews,
          sdkFacades: readFacadeUrls(bundle),
          shared: { current: readSharedNames(bundle), older: readFacadeNames(bundle) },
          ...(frame === null ? {} : { frame: { html: frame, styleHash: fonts.hash } }),
        }
        this.emitFile({ type: 'asset', fileName: PAGE_FILE, source: JSON.stringify(parts) })
      },
    },
  }
}
