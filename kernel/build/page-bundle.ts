import { createHash } from 'node:crypto'
import type { Rolldown } from 'vite'
import { withImports } from '../../sdk/package/build/with-imports.ts'
import { modulesOf, moduleTables } from './builtin-modules.ts'
import type { Builtin } from './read-builtins.ts'
import { sharedModuleOf } from './shared-modules.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const urlOf = (file: string) => `/${file}`

export const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

/** SHA-256: as good for this, and its hashes, which no compression makes shorter, take a third less room in the page. */
const integrityOf = (content: string | Uint8Array) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

/** URL → integrity of every script and stylesheet. */
export const readIntegrity = (bundle: Bundle): Record<string, string> =>
  Object.fromEntries(
    Object.values(bundle).flatMap((output): [string, string][] => {
      if (output.type === 'chunk') return [[urlOf(output.fileName), integrityOf(output.code)]]
      return output.fileName.endsWith('.css') ? [[urlOf(output.fileName), integrityOf(output.source)]] : []
    }),
  )

export const entryOf = (bundle: Bundle): Chunk => {
  const entry = chunksOf(bundle).find(
    ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('.html'),
  )
  if (!entry) throw new Error('E_PAGE_ENTRY: index.html has no module script')
  return entry
}

/**
 * Shared specifiers → façades. Integrity is listed for what a page starts with and for the façades;
 * listing every lazy chunk would double the size of each page.
 */
export function createImportMap(bundle: Bundle, integrity: Readonly<Record<string, string>>): string {
  const shared = chunksOf(bundle).flatMap(({ facadeModuleId, fileName }): [string, string][] => {
    const specifier = sharedModuleOf(facadeModuleId)
    return specifier === null ? [] : [[specifier, urlOf(fileName)]]
  })
  const listed = [
    ...shared.map(([, url]) => url),
    ...[...withImports(bundle, entryOf(bundle).fileName)].map(urlOf),
  ]
  return JSON.stringify({
    imports: Object.fromEntries(shared),
    integrity: Object.fromEntries(listed.map((url) => [url, integrity[url]])),
  })
}

/** Shared specifier → the names that its façade exports. */
export const readSharedNames = (bundle: Bundle): Record<string, readonly string[]> =>
  Object.fromEntries(
    chunksOf(bundle).flatMap(({ facadeModuleId, exports }): [string, readonly string[]][] => {
      const specifier = sharedModuleOf(facadeModuleId)
      return specifier === null ? [] : [[specifier, [...exports].sort()]]
    }),
  )

/** `en` and `en-admin` → URL of the message file; files with the same content are one. */
export const readLocaleUrls = (bundle: Bundle): Record<string, string> =>
  Object.fromEntries(
    Object.values(bundle).flatMap((output): [string, string][] =>
      (output.type === 'asset' ? output.names : []).flatMap((name): [string, string][] => {
        const locale = /^([a-z]{2}(?:-admin)?)\.json$/.exec(name)?.[1]
        return locale === undefined ? [] : [[locale, urlOf(output.fileName)]]
      }),
    ),
  )

/** Plugin → module → the scripts to fetch with the page that shows it: its own, and the table that it is found in. */
export function readModuleUrls(bundle: Bundle, builtins: readonly Builtin[]) {
  const started = withImports(bundle, entryOf(bundle).fileName)
  const fileOf = new Map(chunksOf(bundle).map(({ facadeModuleId, fileName }) => [facadeModuleId, fileName]))
  const urlsOf = (id: string): string[] => {
    const fileName = fileOf.get(id)
    if (fileName === undefined) return []
    return [...withImports(bundle, fileName)].filter((one) => !started.has(one)).map(urlOf)
  }
  const plugins = Map.groupBy(modulesOf(builtins), ({ plugin }) => plugin)
  return Object.fromEntries(
    builtins.map(({ manifest: { id: plugin } }) => [
      plugin,
      Object.fromEntries(
        (plugins.get(plugin) ?? []).map(({ name, id, table }) => [
          name,
          [...new Set([...urlsOf(moduleTables[table]), ...urlsOf(id)])],
        ]),
      ),
    ]),
  )
}

// Imported by `kernel/browser/app/layouts.tsx` once somebody is known to be signed in.
const signedInModules = ['kernel/browser/shell/shell-frame.tsx', 'kernel/browser/app/signed-in-parts.tsx']

/** The scripts of the frame around every page of somebody who is signed in, beyond those of the entry. */
export function readSignedInUrls(bundle: Bundle): readonly string[] {
  const started = withImports(bundle, entryOf(bundle).fileName)
  const found = chunksOf(bundle).filter(
    ({ facadeModuleId }) =>
      facadeModuleId === moduleTables.frame ||
      signedInModules.some((module) => facadeModuleId?.endsWith(`/${module}`)),
  )
  const needed = found.flatMap(({ fileName }) => [...withImports(bundle, fileName)])
  return [...new Set(needed)].filter((one) => !started.has(one)).map(urlOf)
}

const stylesheetsOf = (bundle: Bundle, tags: string) =>
  [...tags.matchAll(/href="\/([^"]+\.css)"/g)].flatMap(([, file = '']) => {
    const output = bundle[file]
    return output?.type === 'asset' ? [output] : []
  })

/** The text of the stylesheets that these tags link. */
export const readStylesheet = (bundle: Bundle, tags: string): string =>
  stylesheetsOf(bundle, tags)
    .map(({ source }) => Buffer.from(source).toString())
    .join('')

const fontFace = /@font-face\s*\{[^}]*\}/g

/** Moves the font faces of the page's stylesheets out of them. */
export const takeFonts = (bundle: Bundle, html: string): string =>
  stylesheetsOf(bundle, html)
    .flatMap((sheet) => {
      const text = Buffer.from(sheet.source).toString()
      sheet.source = text.replace(fontFace, '')
      return text.match(fontFace) ?? []
    })
    .join('')

/** Gives the tags that fetch scripts and styles the integrity that the browser checks them by. */
export const addIntegrity = (html: string, integrity: Readonly<Record<string, string>>): string =>
  html.replace(/<(?:link|script)\b[^>]*?(?:href|src)="([^"]+)"/g, (tag, url: string) => {
    const value = integrity[url]
    return value === undefined ? tag : `${tag} integrity="${value}"`
  })
