import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepAssets } from './kept-assets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-assets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HOUR = 3_600_000
const begin = Date.UTC(2027, 0, 10)
const dataDir = () => join(folder, 'data')

/** A release in the one folder that a container has for it. */
function install(version: string) {
  const release = join(folder, 'release')
  rmSync(release, { recursive: true, force: true })
  mkdirSync(join(release, 'dist/assets'), { recursive: true })
  writeFileSync(join(release, 'release.json'), '{}')
  writeFileSync(join(release, 'dist/page.json'), version)
  writeFileSync(join(release, `dist/assets/of-${version}.js`), version)
  return release
}
const start = (version: string, hours: number) =>
  keepAssets(install(version), dataDir(), new Date(begin + hours * HOUR)).flatMap((each) => readdirSync(each))

it('[OPS36] a release serves the files of the one before it for a day, also where that is gone', () => {
  expect(start('one', 0)).toEqual([])
  expect(start('one', 100)).toEqual([])
  expect(start('two', 200)).toEqual(['of-one.js'])
  expect(start('two', 223)).toEqual(['of-one.js'])
  expect(start('three', 224)).toEqual(['of-one.js', 'of-two.js'])
  expect(start('three', 225)).toEqual(['of-two.js'])
  expect(readdirSync(join(dataDir(), 'assets'))).toHaveLength(3)
})

it('[OPS36] the version from before is current again after a way back', () => {
  start('one', 0)
  start('two', 1)
  expect(start('one', 2)).toEqual(['of-two.js'])
  expect(start('two', 40)).toEqual(['of-one.js'])
})

it('[OPS36] a record that cannot be read loses earlier files and stops no start', () => {
  start('one', 0)
  writeFileSync(join(dataDir(), 'assets/assets.json'), '{"current":"../..","replaced":{"../..":"x"}}')
  expect(start('two', 1)).toEqual([])
})

it('[OPS36] a data folder that takes no files stops no start', () => {
  mkdirSync(dataDir())
  writeFileSync(join(dataDir(), 'assets'), 'a file in the place of the folder')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(start('one', 0)).toEqual([])
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Pages may have to be loaded again/))
  warn.mockRestore()
})

it('keeps nothing of a checkout, which keeps earlier files in its build', () => {
  const release = install('one')
  rmSync(join(release, 'release.json'))
  expect(keepAssets(release, dataDir(), new Date(begin))).toEqual([])
  expect(existsSync(dataDir())).toBe(false)
})
