import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, sep } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'

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

/** The packages of the checkout, and those of ours from the copy. */
function linkPackages(to: string) {
  const from = join(ROOT, 'node_modules')
  mkdirSync(join(to, 'node_modules/@spawnpoint'), { recursive: true })
  for (const name of readdirSync(from))
    if (!['.bin', '.vite', '@spawnpoint'].includes(name))
      symlinkSync(join(from, name), join(to, 'node_modules', name))
  symlinkSync(join(to, 'sdk'), join(to, 'node_modules/@spawnpoint/sdk'))
  symlinkSync(join(to, 'builtin'), join(to, 'node_modules/@spawnpoint/contracts'))
}

/** A copy of the product whose sources a test may change. */
export function copyProduct(to: string): void {
  for (const part of parts)
    cpSync(join(ROOT, part), join(to, part), { recursive: true, filter: (path) => isWanted(path) })
  linkPackages(to)
}
