import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'

const notLinked = ['.bin', '.vite', '@spawnpoint']

/** For a copy of this checkout: its packages, and those of ours from the copy. */
export function linkPackages(to: string): void {
  const from = join(ROOT, 'node_modules')
  mkdirSync(join(to, 'node_modules/@spawnpoint'), { recursive: true })
  for (const name of readdirSync(from))
    if (!notLinked.includes(name)) symlinkSync(join(from, name), join(to, 'node_modules', name))
  symlinkSync(join(to, 'sdk'), join(to, 'node_modules/@spawnpoint/sdk'))
  symlinkSync(join(to, 'builtin'), join(to, 'node_modules/@spawnpoint/contracts'))
}
