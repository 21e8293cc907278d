import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drawPage, type Site } from './draw-page.ts'
import { listForModels } from './list-for-models.ts'
import { readPages } from './read-pages.ts'

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist/docs' }, base: { type: 'string', default: '' } },
})
const root = resolve(import.meta.dirname, '../../..')
const site: Site = { base: values.base.replace(/\/+$/, ''), pages: readPages(root), hasSearch: false }

const write = (path: string, text: string) => {
  const file = join(values.out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

for (const page of site.pages) {
  write(join(page.path, 'index.html'), drawPage(page, site))
  write(`${page.path || 'index'}.md`, `${page.text}\n`)
}
write('llms.txt', listForModels(site))
console.log(`Wrote ${site.pages.length} pages to ${values.out}`)
