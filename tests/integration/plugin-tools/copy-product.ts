import { cpSync } from 'node:fs'
import { join, sep } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import { linkPackages } from '../../support/product/link-packages.ts'

const parts = [
  'kernel',
  'sdk',
  'builtin',
  'locales',
  'index.html',
  'package.json',
  'tsconfig.json',
  'LICENSE',
]

const isWanted = (path: string) => !/\.test\.tsx?$/.test(path) && !path.endsWith(`${sep}dist`)

/** A copy of the product whose sources a test may change. */
export function copyProduct(to: string): void {
  for (const part of parts)
    cpSync(join(ROOT, part), join(to, part), { recursive: true, filter: (path) => isWanted(path) })
  linkPackages(to)
}
