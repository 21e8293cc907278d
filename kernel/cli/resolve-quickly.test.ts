import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { ROOT } from '../server/version.ts'

const resolver = './kernel/cli/resolve-quickly.mjs'

/** Loads what opens a database; notes what each import that leads to drizzle-orm was resolved to. */
const listImports = `
import { registerHooks } from 'node:module'
const found = new Set()
registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context)
    if (result.url.includes('/drizzle-orm/')) found.add([context.parentURL, specifier, result.url, result.format].join(' '))
    return result
  },
})
await import('./kernel/server/database/orm.ts')
await import('./builtin/coins/server/index.ts')
console.log(JSON.stringify([...found].sort()))`

const readImports = (...options: readonly string[]): readonly string[] => {
  const args = [...options, '--input-type=module', '--eval', listImports]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

it('finds every module of drizzle-orm where Node finds it', () => {
  const expected = readImports()
  expect(expected.length).toBeGreaterThan(100)
  expect(readImports('--import', resolver)).toEqual(expected)
})
