import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'

const parts = [
  'kernel',
  'sdk',
  'builtin',
  'tests',
  'locales',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** The packages of this checkout, and those of ours from the copy. */
function linkPackages(to: string) {
  const from = join(ROOT, 'node_modules')
  mkdirSync(join(to, 'node_modules/@spawnpoint'), { recursive: true })
  for (const name of readdirSync(from))
    if (!['.bin', '.vite', '@spawnpoint'].includes(name))
      symlinkSync(join(from, name), join(to, 'node_modules', name))
  symlinkSync(join(to, 'sdk'), join(to, 'node_modules/@spawnpoint/sdk'))
  symlinkSync(join(to, 'builtin'), join(to, 'node_modules/@spawnpoint/contracts'))
}

/** A copy of this checkout in which the folders of these built-ins lie in `plugins/`, as an operator moves them. */
export function createMovedCheckout(ids: readonly string[]) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const root = mkdtempSync(join(ROOT, '.cache', 'moved-checkout-'))
  for (const part of parts) cpSync(join(ROOT, part), join(root, part), { recursive: true })
  linkPackages(root)
  mkdirSync(join(root, 'plugins'))
  for (const id of ids) renameSync(join(root, 'builtin', id), join(root, 'plugins', id))

  /** Runs a program of the copy as somebody there would; says all of its output when it does not end well. */
  function run(file: string, ...args: readonly string[]): string {
    const { NODE_ENV: _testing, VITEST: _vitest, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...env, NO_COLOR: '1' },
    })
    if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }

  return { root, run, remove: () => rmSync(root, { recursive: true, force: true }) }
}

export type MovedCheckout = ReturnType<typeof createMovedCheckout>
