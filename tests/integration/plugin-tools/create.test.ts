import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { CONTRIBUTIONS } from '../../../sdk/cli/scaffold/choice.ts'
import { checkPlugin } from '../../../sdk/cli/check/check-plugin.ts'
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { startPluginServer } from '@spawnpoint/sdk/testing/server'
import { z } from 'zod'
import { runTool, runToolHere } from './run-tool.ts'

// In the checkout, whose packages serve what is made there: nothing is packed for it.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const home = mkdtempSync(join(ROOT, '.cache/create-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let count = 0
const newFolder = () => join(home, `plugin-${(count += 1)}`)

describe('create', () => {
  it.each([
    ['an id that is none', ['--id', 'X'], /'X' is no id: an id has 3 to 40 lowercase characters/],
    ['an id of the product', ['--id', 'system'], /'system' belongs to the product: take another/],
    ['an id of its queue', ['--id', 'graphile-worker'], /'graphile-worker' belongs to the product/],
    [
      'a contribution that is none',
      ['--contributions', 'page,cake'],
      /cannot begin with 'cake': choose among page/,
    ],
    [
      'a job without a server module',
      ['--no-server', '--contributions', 'job'],
      /Without a server module there is no job: leave it out/,
    ],
    [
      'a wallet without a server module',
      ['--no-server', '--contributions', 'wallet'],
      /Without a server module there is no wallet: leave it out/,
    ],
    [
      'a page without a browser module',
      ['--no-browser', '--contributions', 'page'],
      /Without a browser module there is no page: leave it out/,
    ],
    ['neither half', ['--no-server', '--no-browser'], /a browser module, a server module or both/],
    ['an option that is none', ['--colour', 'red'], /unknown option '--colour'/],
  ])('[TOOL8] refuses %s in one sentence, and makes nothing', async (_what, args, sentence) => {
    const folder = newFolder()
    const { status, text } = await runToolHere(['create', folder, '--yes', ...args])
    expect(status).toBe(1)
    expect(text.trim()).toMatch(sentence)
    expect(text.trim().split('\n')).toHaveLength(1)
    expect(existsSync(folder)).toBe(false)
  })

  it('[TOOL13] names what is missing where there is no terminal, and makes nothing', () => {
    const folder = newFolder()
    expect(runTool(['create', folder, '--id', 'acme-notes'])).toMatchObject({
      status: 1,
      text: expect.stringMatching(
        /^There is no terminal to ask at: give --title, --server or --no-server, --contributions; or --yes, .*\n$/,
      ),
    })
    expect(existsSync(folder)).toBe(false)
  })

  it('[TOOL8] refuses a folder that is in use, and needs one', async () => {
    const folder = newFolder()
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    expect(await runToolHere(['create', folder])).toMatchObject({
      status: 1,
      text: expect.stringMatching(/is there and not empty/),
    })
    expect(await runToolHere(['create'])).toMatchObject({
      status: 1,
      text: expect.stringMatching(/missing required argument 'folder'/),
    })
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
  })

  it.each([...CONTRIBUTIONS, 'admin-page,settings', 'page,event', 'page,table', 'table,resource'])(
    '[TOOL1] makes a plugin that begins with %s and of which check has nothing to say',
    async (contributions) => {
      const folder = newFolder()
      const made = await runToolHere(['create', folder, '--yes', '--contributions', contributions])
      expect(made).toMatchObject({ status: 0 })
      expect(await checkPlugin(folder, { build: false })).toEqual([])
    },
  )

  it('[TOOL3] begins with notes that go with their owner', async () => {
    const folder = newFolder()
    await runToolHere(['create', folder, '--yes', '--id', 'acme-notes', '--contributions', 'table'])
    const server = await startPluginServer({ folder })
    try {
      const addNote = defineEndpoint({
        method: 'POST',
        path: '/api/acme-notes/notes',
        summary: 'Adds a note',
        access: { user: true },
        body: z.strictObject({ text: z.string() }),
        reply: z.looseObject({}),
      })
      const [ada, bob] = [await server.signIn(), await server.signIn()]
      for (const each of [ada, bob]) await each.call(addNote, { body: { text: 'Milk' } })
      await server.rows('delete from kernel.identity where id = $1', [ada.id])
      expect(await server.rows('select owner from acme_notes.note')).toEqual([{ owner: bob.id }])
    } finally {
      await server.stop()
    }
  })
})

describe('every command', () => {
  const names = [
    'create',
    'dev',
    'test',
    'check',
    'build',
    'doctor',
    'pack',
    'keygen',
    'sign',
    'upgrade',
    'verify',
  ]

  it('[TOOL9] is listed, and explains itself', async () => {
    const { status, text } = runTool(['--help'])
    expect(status).toBe(0)
    for (const name of names) {
      expect(text).toContain(`  ${name} `)
      expect(await runToolHere([name, '--help'])).toMatchObject({
        status: 0,
        text: expect.stringContaining(`plugin -- ${name}`),
      })
    }
  })

  it('[TOOL9] says what is missing in one sentence', async () => {
    expect((await runToolHere(['bake'])).text).toMatch(/unknown command 'bake'/)
    expect((await runToolHere(['check', join(home, 'nowhere')])).text).toMatch(
      /^There is no folder .*nowhere: give the folder/,
    )
    expect((await runToolHere(['verify', join(home, 'none.zip')])).text).toMatch(
      /^There is no file .*none.zip: make it with pack/,
    )
    writeFileSync(join(home, 'no.zip'), 'no zip')
    expect(await runToolHere(['verify', join(home, 'no.zip')])).toMatchObject({
      status: 1,
      text: expect.stringMatching(/^PACKAGE_NOT_A_ZIP This is no plugin package/),
    })
  })
})
