import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { CONTRIBUTIONS } from '../../../kernel/cli/scaffold/choice.ts'
import { checkPlugin } from '../../../kernel/cli/plugin-check/check-plugin.ts'
import { runTool } from './run-tool.ts'

const home = mkdtempSync(join(tmpdir(), 'spawnpoint-create-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let count = 0
const newFolder = () => join(home, `plugin-${(count += 1)}`)

describe('create', () => {
  it.each([
    ['an id that is none', ['--id', 'X'], /'X' is no id: an id is 3 to 40 small letters/],
    ['an id of the product', ['--id', 'system'], /'system' belongs to the product: take another/],
    [
      'a contribution that is none',
      ['--contributions', 'page,cake'],
      /cannot begin with 'cake': choose among page/,
    ],
    [
      'a job without a server half',
      ['--no-server', '--contributions', 'job'],
      /With --no-server there is no job/,
    ],
    [
      'a page without a browser half',
      ['--no-browser', '--contributions', 'page'],
      /With --no-browser there is no page/,
    ],
    ['neither half', ['--no-server', '--no-browser'], /a browser half, a server half or both/],
    ['an option that is none', ['--colour', 'red'], /Unknown option '--colour': see --help/],
  ])('[TOOL8] refuses %s in one sentence, and makes nothing', (_what, args, sentence) => {
    const folder = newFolder()
    const { status, text } = runTool(['create', folder, ...args])
    expect(status).toBe(1)
    expect(text.trim()).toMatch(sentence)
    expect(text.trim().split('\n')).toHaveLength(1)
    expect(existsSync(folder)).toBe(false)
  })

  it('[TOOL8] refuses a folder that is in use, and needs one', () => {
    const folder = newFolder()
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    expect(runTool(['create', folder])).toMatchObject({
      status: 1,
      text: expect.stringMatching(/is there and not empty/),
    })
    expect(runTool(['create'])).toMatchObject({ status: 1, text: expect.stringMatching(/^Where to\?/) })
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
  })

  it.each([...CONTRIBUTIONS, 'admin-page,settings', 'page,event', 'page,table'])(
    '[TOOL1] makes a plugin that begins with %s and of which check has nothing to say',
    { timeout: 60_000 },
    async (contributions) => {
      const folder = newFolder()
      expect(runTool(['create', folder, '--contributions', contributions])).toMatchObject({ status: 0 })
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
      expect(await checkPlugin(folder, { build: false })).toEqual([])
    },
  )
})

describe('every command', () => {
  const names = ['create', 'dev', 'test', 'check', 'build', 'doctor', 'pack', 'keygen', 'sign', 'verify']

  it('[TOOL9] is listed, and explains itself', () => {
    const { status, text } = runTool(['--help'])
    expect(status).toBe(0)
    for (const name of names) {
      expect(text).toContain(`  ${name} `)
      expect(runTool([name, '--help'])).toMatchObject({
        status: 0,
        text: expect.stringContaining(`plugin -- ${name}`),
      })
    }
  })

  it('[TOOL9] says what is missing in one sentence', () => {
    expect(runTool(['bake']).text).toMatch(/^There is no command 'bake': use one of create, /)
    expect(runTool(['check', join(home, 'nowhere')]).text).toMatch(
      /^There is no folder .*nowhere: give the folder/,
    )
    expect(runTool(['verify', join(home, 'none.zip')]).text).toMatch(
      /^There is no file .*none.zip: make it with pack/,
    )
    writeFileSync(join(home, 'no.zip'), 'no zip')
    expect(runTool(['verify', join(home, 'no.zip')])).toMatchObject({
      status: 1,
      text: expect.stringMatching(/^PACKAGE_NOT_A_ZIP This is no plugin package/),
    })
  })
})
