import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import { linkPackages } from './link-packages.ts'

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
