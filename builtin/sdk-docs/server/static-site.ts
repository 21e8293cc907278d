import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { drawForward, drawMissing, drawPage, drawSearchPage, drawVersions, type Site } from './draw-page.ts'
import { listForModels } from './list-for-models.ts'
import { readPages } from './read-pages.ts'
import { readVersion } from './read-reference.ts'
import { indexPages } from './search-pages.ts'

export interface StaticSite {
  /** The folder of the repository. */
  readonly root: string
  /** Folder to write into; other versions that lie in it stay. */
  readonly out: string
  /** Path under which a host serves that folder; it has no slash at its end. */
  readonly base: string
  readonly version?: string | undefined
}

const versionsFile = z.array(z.string())

const readVersions = (file: string): readonly string[] =>
  existsSync(file) ? versionsFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : []

/** The newest version first. */
const sorted = (versions: readonly string[]) =>
  [...new Set(versions)].toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))

/** Writes the site of one version into a folder of its own, and what leads from one version to another. */
export function writeStaticSite({ root, out, base, version = readVersion(root) }: StaticSite): number {
  const versions = sorted([version, ...readVersions(join(out, 'versions.json'))])
  const site: Site = {
    base: `${base}/${version}`,
    pages: readPages(root),
    hasSearch: true,
    version,
    versionsPath: `${base}/versions`,
  }
  const write = (path: string, text: string) => {
    const file = join(out, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const page of site.pages) {
    write(join(version, page.path, 'index.html'), drawPage(page, site))
    write(join(version, `${page.path || 'index'}.md`), `${page.text}\n`)
  }
  write(join(version, 'llms.txt'), listForModels(site))
  write(join(version, '404.html'), drawMissing(site))
  write(join(version, 'search/index.html'), drawSearchPage(site))
  write(join(version, 'search-index.json'), JSON.stringify(indexPages(site.pages)))
  cpSync(join(import.meta.dirname, 'pages/search.js'), join(out, version, 'search.js'))
  write('versions.json', JSON.stringify(versions))
  write('versions/index.html', drawVersions(site, versions, base))
  write('index.html', drawForward(`${base}/${versions[0] ?? version}`))
  return site.pages.length
}
