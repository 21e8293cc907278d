import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeStaticSite } from './static-site.ts'

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist/docs' }, base: { type: 'string', default: '' } },
})
const count = writeStaticSite({
  root: resolve(import.meta.dirname, '../../..'),
  out: values.out,
  base: values.base.replace(/\/+$/, ''),
})
console.log(`Wrote ${count} pages to ${values.out}`)
