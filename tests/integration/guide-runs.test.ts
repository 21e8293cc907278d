import type { AnyEndpoint, Manifest } from '@spawnpoint/sdk/common'
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { startProduct, type TestProduct } from '@spawnpoint/sdk/testing/server'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ComponentType } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAccess } from '../../kernel/browser/access-check.ts'
import type { Plan } from '../../kernel/common/plan.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { planOfPlugin } from '../../sdk/testing/test-plugin.ts'
import { readGuideProject, writeProject } from '../support/plugins/guide-project.ts'
import { runToolHere } from './plugin-tools/run-tool.ts'

const guide = 'sdk/README.md'
const cookbook = 'builtin/sdk-docs/server/pages/cookbook.md'
// The tests that the guide shows ask for it. Other files run in this process after it.
const given = process.env['SPAWNPOINT_DIR']
process.env['SPAWNPOINT_DIR'] = ROOT
afterAll(() => {
  if (given === undefined) delete process.env['SPAWNPOINT_DIR']
  else process.env['SPAWNPOINT_DIR'] = given
})

const importFrom = (folder: string, file: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)

/** Adds the tests that the guide shows in a file to those that run here. */
const runShown = (folder: string, file: string) => importFrom(folder, file)

describe('the plugin of the guide that pays and charges', async () => {
  const project = writeProject(
    readGuideProject(guide, {
      until: 'server/wallet.test.ts',
      own: {
        'server/index.ts': `import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { answerBuyColor } from './buy-color.ts'
import { answerPayNote } from './pay-note.ts'
import { payOwed } from './pay-owed.ts'
export default definePluginServer(manifest, { endpoints: [answerBuyColor, answerPayNote], jobs: [payOwed] })
`,
      },
    }),
  )
  let product: TestProduct
  beforeAll(async () => {
    product = await startProduct({ folder: project.folder, product: ROOT })
  })
  afterAll(async () => {
    await product?.stop()
    project.remove()
  })

  await runShown(project.folder, 'server/wallet.test.ts')

  const aNote = async (owner: string) => {
    const [row] = await product.rows<{ id: string }>(
      `insert into acme_notes.note (owner, text) values ($1, 'Hello') returning id`,
      [owner],
    )
    return row?.id ?? ''
  }

  it('[SDD9] charges a color once, whatever comes twice', async () => {
    const { buyColor } = (await importFrom(project.folder, 'server/buy-color.ts')) as {
      buyColor: AnyEndpoint
    }
    const ada = await product.signIn({ coins: 50 })
    const buy = (color: string, requestKey: string = randomUUID()) =>
      ada.send('POST', buyColor.path, { color, requestKey })
    const key = randomUUID()
    expect((await buy('red', key)).body).toMatchObject({ balance: 30 })
    expect((await buy('red', key)).body).toMatchObject({ balance: 30 })
    // Another click for what is owned already: charged and given back.
    expect((await buy('red')).body).toMatchObject({ balance: 30 })
    expect((await buy('blue')).body).toMatchObject({ balance: 10 })
    expect(await buy('green')).toMatchObject({ status: 409, body: { error_code: 'NOTES_TOO_EXPENSIVE' } })
    expect(await product.coinsOf(ada)).toBe(10)
  })

  it('[SDD9] pays for a note once, by a click or by the job, and the job what the budget did not allow', async () => {
    const ada = await product.signIn()
    const [first, second] = [await aNote(ada.id), await aNote(ada.id)]
    const pay = (note: string) => ada.send('POST', `/api/acme-notes/notes/${note}/pay`)
    await product.setCoinsPerDay(1_000)
    expect((await pay(first)).body).toMatchObject({ balance: 5 })
    expect((await pay(first)).body).toMatchObject({ balance: 5 })
    await product.setCoinsPerDay(0)
    expect(await pay(second)).toMatchObject({ status: 503, body: { error_code: 'NOTES_CLOSED' } })
    await product.runJob('pay-owed')
    expect(await product.coinsOf(ada)).toBe(5)
    await product.setCoinsPerDay(1_000)
    await product.runJob('pay-owed')
    expect(await product.coinsOf(ada)).toBe(10)
  })

  it('[TOOL15] passes the day of a budget, and not the time of the ledger', async () => {
    const ada = await product.signIn()
    await product.setCoinsPerDay(0)
    await aNote(ada.id)
    await product.runJob('pay-owed')
    expect(await product.coinsOf(ada)).toBe(0)
    await product.setCoinsPerDay(5)
    // The job of this plugin falls due, on a day of which nothing is spent.
    await product.passTime(24 * 3_600_000)
    expect(await product.coinsOf(ada)).toBe(5)
    const ofTomorrow = `select 1 from coins.transfer where created_at > now() + interval '1 hour'`
    expect(await product.rows(ofTomorrow)).toEqual([])
  })
})

describe('the hooks of the guide', async () => {
  const project = writeProject(
    readGuideProject(guide, {
      until: 'browser/boot-pages.ts',
      own: {
        'manifest.ts': `import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'acme-notes', version: '0.2.0', title: 'Notes', description: 'Keeps notes', boot: 'boot',
  capabilities: ['hooks.register', 'hooks.access-check'], modules: { boot: 'browser/boot-pages.ts', page: 'browser/page.tsx' },
  registers: { routes: [{ path: '/p/acme-notes/*', title: '%years%' }] } })
`,
      },
    }),
  )
  afterAll(project.remove)
  const read = async (file: string) => (await importFrom(project.folder, file)).default
  // Default exports of this kind are what the guide shows.
  const manifest = (await read('manifest.ts')) as Manifest
  const page = (await read('browser/page.tsx')) as ComponentType

  /** Starts the dashboard in memory with one of the boot modules of the guide. */
  async function start(file: string, at: string) {
    const boot = (await read(file)) as ComponentType
    const plugin = { manifest, folder: project.folder, modules: { boot, page } }
    const app = await createBrowserHost({ plugins: [plugin], at })
    const { registers, modules } = manifest
    const own = { ...planOfPlugin(plugin), modules, ...(registers && { registers }) }
    const plan: Plan = { version: 1, plugins: [own], settings: {}, safeMode: false }
    const added = await app.kernel.added()
    await added.boot(plan)
    return {
      app,
      problems: () =>
        checkAccess(new URL(at, 'https://kiosk.example.com'), app.kernel.bus, added.unfinishedRules),
    }
  }

  it('[SDD9] adds a page for each year, within what the manifest registers', async () => {
    const { app } = await start('browser/boot-pages.ts', '/p/acme-notes')
    const paths = app.host.routes.getState().map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['/p/acme-notes/2025', '/p/acme-notes/2026']))
    expect(app.faults('acme-notes')).toEqual([])
  })

  it('[SDD9] reports an address that is not to be used', async () => {
    const { app, problems } = await start('browser/boot.ts', '/p/acme-notes')
    expect(await problems()).toMatchObject([{ code: 'ACME_KIOSK' }])
    expect(app.faults('acme-notes')).toEqual([])
  })
})

describe('the resource of the guide', async () => {
  const project = writeProject(readGuideProject(guide, { until: 'labels.test.ts', own: {} }))
  afterAll(project.remove)
  const { status, text } = await runToolHere(['migration', project.folder])
  it('[SDD9] has the migration that the tool writes', () =>
    expect({ status, text }).toMatchObject({ status: 0 }))
  await runShown(project.folder, 'labels.test.ts')
})

describe('the resource of the cookbook', async () => {
  const labelsTest = readGuideProject(guide, { until: 'labels.test.ts', own: {} }).get('labels.test.ts') ?? ''
  const project = writeProject(
    readGuideProject(cookbook, { until: 'locales/en.yml', own: { 'labels.test.ts': labelsTest } }),
  )
  afterAll(project.remove)
  const { status, text } = await runToolHere(['migration', project.folder])
  it('[SDD9] has the migration that the tool writes', () =>
    expect({ status, text }).toMatchObject({ status: 0 }))
  await runShown(project.folder, 'labels.test.ts')
})

describe('the server module of the cookbook', async () => {
  const project = writeProject(
    readGuideProject(cookbook, {
      until: 'server/notes.test.ts',
      own: {
        'server/index.ts': `import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { listNotes } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { answerAdd } from './add-note.ts'
const answerList = answer(listNotes, manifest, async ({ actor, db }) => ({
  notes: [...await db.sql\`select id, text from note where owner = \${actor.id} order by id limit 100\`] as { id: string; text: string }[],
}))
export default definePluginServer(manifest, { endpoints: [answerList, answerAdd] })
`,
        'server/migrations/0001_note.sql':
          readGuideProject(guide, { until: 'server/migrations/0001_note.sql', own: {} }).get(
            'server/migrations/0001_note.sql',
          ) ?? '',
        'locales/en.yml': 'acme-notes:\n  title: Notes\n  description: Notes\n',
      },
    }),
  )
  afterAll(project.remove)
  await runShown(project.folder, 'server/notes.test.ts')
})
