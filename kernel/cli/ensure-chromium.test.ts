import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ConfigurationError } from '../server/configuration-error.ts'
import { ensureChromium } from './ensure-chromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
const browser = join(folder, 'chromium')
writeFileSync(browser, '#!/bin/sh\n')
chmodSync(browser, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

it('takes the browser that is named, else the one on the path', () => {
  expect(ensureChromium({ CHROMIUM_PATH: browser, PATH: '/nowhere' })).toBe(browser)
  expect(ensureChromium({ PATH: `/nowhere:${folder}` })).toBe(browser)
})

it('says so when the named one cannot be run, and looks for no other', () => {
  expect(() => ensureChromium({ CHROMIUM_PATH: join(folder, 'none'), PATH: folder })).toThrow(
    ConfigurationError,
  )
})
