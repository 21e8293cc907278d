import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { ROOT } from '../server/version.ts'

const resolver = './kernel/cli/resolve-quickly.mjs'

/** Loads the server with a plugin; notes what each import of a file was resolved to. */
const listImports = `
import { registerHooks } from 'node:module'
const found = new Set()
registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context)
    if (result.url.startsWith('file:')) found.add([context.parentURL, specifier, result.url, result.format].join(' '))
    return result
  },
})
await import('./kernel/cli/start-server.ts')
await import('./builtin/coins/server/index.ts')
console.log(JSON.stringify([...found].sort()))`

const readImports = (...options: readonly string[]): readonly string[] => {
  const args = [...options, '--input-type=module', '--eval', listImports]
  const settings = { cwd: ROOT, encoding: 'utf8', maxBuffer: 10_000_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, args, settings)
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

it('finds every module where Node finds it', () => {
  const expected = readImports()
  for (const part of ['/drizzle-orm/', '/kernel/server/', '/sdk/server/', '/builtin/coins/'])
    expect(expected.filter((line) => line.includes(part)).length).toBeGreaterThan(10)
  expect(readImports('--import', resolver)).toEqual(expected)
})
