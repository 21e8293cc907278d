import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { startProduct, type Product } from '../../support/product/start-product.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { runTool, startScript, type RunningTool } from './run-tool.ts'

mkdirSync(join(ROOT, '.cache'), { recursive: true })
const home = mkdtempSync(join(ROOT, '.cache/dev-upgrade-'))
const project = join(home, 'acme-live')
const page = join(project, 'browser/page.tsx')
const undo: (() => unknown)[] = []
let product: Product
let databaseUrl: string
let tool: RunningTool

const edit = (from: string, to: string) => writeFileSync(page, readFileSync(page, 'utf8').replace(from, to))

/** The code of the plugin's page as a browser would fetch it, by the plan of the page of the product. */
async function servedPage(): Promise<string | null> {
  const html = await (await fetch(`${product.origin}/p/acme-live`)).text()
  const address = /\/assets\/plugins\/acme-live\/[^"]+\/browser\/page-[^"]+\.js/.exec(html)?.[0]
  return address === undefined ? null : (await fetch(`${product.origin}${address}`)).text()
}

const isServed = (text: string) => vi.waitFor(async () => expect(await servedPage()).toContain(text))

function startOn(dataDir: string, pluginDev: '0' | '1') {
  return startProduct({
    dataDir,
    env: {
      DATABASE_URL: databaseUrl,
      PLUGIN_DEV: pluginDev,
      PLUGINS_DIR: join(home, 'none'),
      SECRET_KEY: 'a key for a test, which is long enough',
    },
  })
}

beforeAll(async () => {
  const made = runTool(['create', project, '--yes', '--no-server', '--contributions', 'page'])
  if (made.status !== 0) throw new Error(made.text)
  const manifest = join(project, 'manifest.ts')
  // Open to everybody, so that the test needs nobody to sign in.
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(`area: 'user', path:`, `area: 'public', path:`),
  )
  const database = await createTestDatabase({ migrationSets: [] })
  databaseUrl = database.url
  undo.push(() => database.drop())
  const dataDir = join(home, 'data')
  product = await startOn(dataDir, '1')
  undo.push(() => product.stop())
  tool = startScript('sdk/cli/main.ts', ['dev', project, '--data', dataDir])
  undo.push(() => tool.end('SIGKILL'))
  await tool.says(/acme-live is on/)
})
afterAll(async () => {
  for (const each of undo.toReversed()) await each()
  rmSync(home, { recursive: true, force: true })
})

it('[TOOL12] upgrades a running product after each change of a file', async () => {
  edit(`{t('wave')}</Button>`, 'Wave once more</Button>')
  await isServed('Wave once more')
})

it('[TOOL12] says where a build fails, leaves the one before, and goes on', async () => {
  edit('Wave once more</Button>', 'Wave again<</Button>')
  const line = readFileSync(page, 'utf8').split('Wave again<')[0]?.split('\n').length
  expect(await tool.says(/page\.tsx:\d+:\d+/)).toContain(`acme-live/browser/page.tsx:${line}:`)
  expect(await servedPage()).toContain('Wave once more')
  edit('Wave again<</Button>', 'Wave again</Button>')
  await isServed('Wave again')

  writeFileSync(page, readFileSync(page, 'utf8').replaceAll('Card', 'Crad'))
  expect(await tool.says(/✗ E_EXPORT_MISSING.*\n/)).toMatch(
    /: browser\/page\.tsx:\d+ imports "Crad" from @spawnpoint\/sdk\/ui, which has no such export; did you mean "Card"\?\n$/,
  )
})

it('[TOOL11] is gone after the next start of a product that was killed together with dev', async () => {
  const { dataDir } = product
  const dead = once(product.process, 'exit')
  product.process.kill('SIGKILL')
  await dead
  await tool.says(/has gone: waiting until it is there again/)
  await tool.end('SIGKILL')
  product = await startOn(dataDir, '0')
  expect(product.output()).toContain('put back as it was before: acme-live: it is gone.')
  expect(await servedPage()).toBeNull()
})
