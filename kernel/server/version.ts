import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The checkout that this server runs from. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** The product's version. */
export const VERSION: string = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version
