import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../kernel/server/version.ts'
import { linkPackages } from '../support/product/link-packages.ts'
import type { Mutant } from './mutant.ts'

const parts = [
  'kernel',
  'sdk',
  'builtin',
  'plugins',
  // Built before, as for the tests themselves: some start the product.
  'dist',
  'locales',
  'tests',
  'e2e',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  'index.html',
  '.docker',
  '.gitignore',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** A copy of the checkout that mutants are applied to, so that the sources themselves never change. */
export function createProductCopy() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const root = mkdtempSync(join(ROOT, '.cache', 'mutants-'))
  for (const part of parts)
    if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(root, part), { recursive: true })
  linkPackages(root)

  /** Files as they were, by their path in the copy: the checkout may change meanwhile. */
  const before = new Map<string, string>()
  const apply = ({ file, find, replace }: Mutant) => {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    before.set(path, before.get(path) ?? text)
    // A function, because `$` means something in a replacement text.
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
    return path
  }
  const restore = () => {
    for (const [path, text] of before) writeFileSync(path, text)
    const paths = [...before.keys()]
    before.clear()
    return paths
  }
  return { root, apply, restore, remove: () => rmSync(root, { recursive: true, force: true }) }
}

export type ProductCopy = ReturnType<typeof createProductCopy>
