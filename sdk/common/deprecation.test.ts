import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deprecate, onDeprecatedUse, type DeprecatedUse } from './deprecation.ts'

const info = { since: '0.3.0', removeIn: '1.0.0', use: 'useNew' }
let uses: DeprecatedUse[]
let stop: () => void
beforeEach(() => {
  uses = []
  stop = onDeprecatedUse((use) => uses.push(use))
})
afterEach(() => stop())

it('[RTP11] tells who used what, until nobody listens any more', () => {
  deprecate('useOld', { ...info, plugin: 'acme' })
  stop()
  deprecate('useOld', { ...info, plugin: 'acme' })
  expect(uses).toEqual([{ plugin: 'acme', name: 'useOld', ...info }])
})

it('[RTP11] counts for nobody what no plugin called', () => {
  deprecate('useOld', info)
  expect(uses).toEqual([])
})

it('[RTP11] finds the plugin by the address of its file', async () => {
  const home = mkdtempSync(join(tmpdir(), 'spawnpoint-deprecation-'))
  const file = join(home, 'plugins/acme/page.mjs')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `export const run = (deprecate, info) => deprecate('useOld', info)`)
  const module: { run(call: typeof deprecate, given: typeof info): void } = await import(
    /* @vite-ignore */ pathToFileURL(file).href
  )
  module.run(deprecate, info)
  rmSync(home, { recursive: true })
  expect(uses.map(({ plugin }) => plugin)).toEqual(['acme'])
})
