import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssets } from '../../../kernel/server/page/assets.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { buildPlugin } from '../../../sdk/package/build/build-plugin.ts'
import { soak } from '../../support/soak.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

/** Nothing of it is looked at but that it comes. */
const parts = {
  frame: { html: '<html></html>', styleHash: 'aGFzaA==' },
  importMap: '{}',
  importMapHash: 'aGFzaA==',
}

let server: TestServer
/** Two people who install and switch. */
let shops: readonly [Shop, Shop]
const openShops = async () => [await openShop(server), await openShop(server)] as const
beforeAll(async () => {
  server = await startTestServer({
    pageHandlers: async ({ packaged, config: { origin }, plan }) => ({
      assets: createAssets({ distDir: null, secure: false, findPlugin: packaged.findFiles }),
      page: packaged.createFrame({
        origin,
        parts: { ...parts, html: '', locales: {}, integrity: {}, modules: {}, firstViews: {} },
        plan,
      }),
    }),
  })
  shops = await openShops()
})
afterAll(() => server.stop())

const sources = {
  'manifest.ts': `
import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'ID', version: '1.0.0', title: 'ID', description: 'Counts', license: 'MIT',
  capabilities: ['server.http', 'server.db'], server: 'server/index.ts', migrations: 'server/migrations', locales: ['en'] })
`,
  // Counts its calls in a table, so that a lost or repeated one is seen.
  'server/index.ts': `
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
const count = defineEndpoint({ method: 'POST', path: '/api/ID/count', summary: 'Counts', access: { public: 'test' },
  reply: z.object({ version: z.string() }) })
const answerCount = answer(count, manifest, async ({ db }) => {
  await db.sql\`insert into counted (version) values (\${'VERSION'})\`
  return { version: 'VERSION' }
})
export default definePluginServer(manifest, { endpoints: [answerCount] })
`,
  'server/migrations/0001_counted.sql': 'create table counted (version text not null);',
  'locales/en.yml': 'ID:\n  title: Busy\n',
}
const home = mkdtempSync(join(ROOT, '.cache/busy-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** The server module as it is released, which a version is written into. */
async function buildServer(id: string): Promise<string> {
  const folder = join(home, id)
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text.replaceAll('ID', id))
  }
  await buildPlugin({ folder, root: ROOT })
  return readFileSync(join(folder, 'dist/server/index.js'), 'utf8')
}

interface Outcome {
  readonly counted: number
  readonly refused: readonly string[]
}

/** Calls without a pause until it is told to stop. A call to a plugin that is off, or just being switched, is refused in words. */
function callOn(id: string, isOver: () => boolean): Promise<Outcome> {
  const visitor = server.anonymous()
  const work = async (): Promise<Outcome> => {
    let counted = 0
    const refused: string[] = []
    while (!isOver()) {
      const { status, body } = await visitor.post(`/api/${id}/count`, {})
      if (status === 200) counted += 1
      else refused.push(`${status} ${String(body['error_code'])}`)
    }
    return { counted, refused }
  }
  return work()
}

interface Loaded {
  readonly pages: number
  readonly refused: readonly string[]
}

/** Opens the plugin's page as a browser does, again and again: the plan, the scripts that it names, the frame where it is isolated. */
async function visitOn(id: string, isFramed: boolean, isOver: () => boolean): Promise<Loaded> {
  const { api } = await server.signIn()
  let pages = 0
  const refused: string[] = []
  while (!isOver()) {
    const plan = await api.get('/api/system/plan')
    const plugins = plan.body['plugins'] as readonly {
      id: string
      modules: Record<string, string>
      isolated?: boolean
    }[]
    const plugin = plugins.find((each) => each.id === id)
    if (!plugin) refused.push('not in the plan')
    if (plugin && (plugin.isolated === true) !== isFramed) refused.push('another isolation')
    const script = plugin?.modules['page'] ?? '/assets/none.js'
    const frame = script.replace(/^\/assets\/plugins\/([^/]+)\/([^/]+)\/.*$/, '/plugin-frame/$1/$2')
    for (const address of isFramed ? [script, frame] : [script]) {
      const { status } = await api.get(address)
      if (status !== 200) refused.push(`${status} ${address.replace(/[0-9a-f]{16}/, '<hash>')}`)
    }
    pages += 1
  }
  return { pages, refused }
}

/** An installation, a switch off and on, and the end of another plugin. */
async function comeAndGo(shop: Shop, id: string) {
  const steps = [
    await shop.install(await shop.pack(aPluginOf(id), { server: serverSaying(id, 'hello') })),
    await shop.enable(id),
    await shop.disable(id),
    await shop.enable(id),
  ]
  expect(await shop.says(id)).toBe('hello')
  steps.push(await shop.uninstall(id, 'remove'))
  expect(steps.map(({ status }) => status)).toEqual(steps.map(() => 200))
}

/** Looks again at what has changed since the review, as the page does, until this version or a newer one is there. */
async function upgrade(
  shop: Shop,
  zip: Buffer,
  version: string,
  { id, ...choice }: { readonly id: string; readonly inProcess: boolean; readonly isolated: boolean },
): Promise<string[]> {
  const { status, body } = await shop.install(zip, choice)
  const outcome = `${status} ${String(body['error_code'] ?? '')}`
  const installed = (await shop.find(id))?.version ?? ''
  if (status === 200 || installed.localeCompare(version, 'en', { numeric: true }) >= 0) return [outcome]
  return [outcome, ...(await upgrade(shop, zip, version, { id, ...choice }))]
}

const ROUNDS = soak(30, 6)

it.each([
  ['worker', 'frame'],
  ['process', 'page'],
] as const)(
  `[KRN24] [PKG7] ${ROUNDS} rounds of installs, upgrades and switches by two administrators lose no call and no page of a plugin in its %s and its %s`,
  async (name, place) => {
    const id = `busy-${name}`
    const choice = { inProcess: name === 'process', isolated: place === 'frame' }
    const module = await buildServer(id)
    const packages = await Promise.all(
      Array.from({ length: ROUNDS * 2 + 1 }, (_none, round) =>
        shops[0].pack(
          aPluginOf(id, {
            version: `1.${round}.0`,
            capabilities: ['server.http', 'server.db'],
            migrations: 'server/migrations',
            modules: { page: 'browser/page.js' },
            contributes: {
              routes: [{ id: 'page', path: `/p/${id}`, area: 'user', module: 'page', title: 'Busy page' }],
            },
          }),
          {
            server: module.replaceAll('VERSION', `1.${round}.0`),
            files: {
              'server/migrations/0001_counted.sql': sources['server/migrations/0001_counted.sql'],
              'browser/page.js': `export default () => '1.${round}.0'`,
            },
          },
        ),
      ),
    )
    const [first, ...later] = packages
    if (!first) throw new Error('nothing was packed')
    expect((await shops[0].install(first, choice)).status).toBe(200)
    expect((await shops[0].enable(id)).status).toBe(200)

    let isOver = false
    const outcomesOfUpgrades: string[] = []
    const callers = Array.from({ length: 4 }, () => callOn(id, () => isOver))
    const visitors = Array.from({ length: 2 }, () => visitOn(id, choice.isolated, () => isOver))
    // Beside it a second plugin comes, is switched and goes. Both upgrade at once; whichever comes second may find a newer version there, and is told so.
    for (let round = 0; round < ROUNDS; round += 1) {
      // So many uploads of one person are refused.
      if (round % 5 === 4) shops = await openShops()
      await Promise.all([
        comeAndGo(shops[round % 2 === 0 ? 0 : 1], `guest-${name}`),
        ...shops.map(async (shop, index) => {
          const next = later[round * 2 + index]
          if (next)
            outcomesOfUpgrades.push(
              ...(await upgrade(shop, next, `1.${round * 2 + index + 1}.0`, { id, ...choice })),
            )
        }),
      ])
    }
    isOver = true
    const outcomes = await Promise.all(callers)
    const refused = outcomes.flatMap((outcome) => outcome.refused)
    // Nothing but the answer that says to come again: no 404, no 500.
    expect(refused.filter((each) => each !== '503 PLUGIN_STOPPED')).toEqual([])
    const loaded = await Promise.all(visitors)
    expect(loaded.flatMap((each) => each.refused)).toEqual([])
    for (const { pages } of loaded) expect(pages).toBeGreaterThan(ROUNDS)
    const counted = outcomes.reduce((sum, outcome) => sum + outcome.counted, 0)
    expect(counted).toBeGreaterThan(ROUNDS)
    const { rows } = await server.pool.query(
      `select count(*)::int as counted from ${id.replace('-', '_')}.counted`,
    )
    expect(Number(rows[0]?.counted)).toBeGreaterThanOrEqual(counted)
    expect(Number(rows[0]?.counted)).toBeLessThanOrEqual(counted + refused.length)
    console.log(
      `${name}, ${place}: ${counted} calls, ${refused.length} asked to come again, ${loaded.reduce((sum, { pages }) => sum + pages, 0)} pages`,
    )
    // A review that is overtaken is told so; after another look the newest version is there in the end.
    expect([...new Set(outcomesOfUpgrades)].toSorted()).toEqual(['200 ', '409 PACKAGE_CONSENT'])
    expect(await shops[0].find(id)).toMatchObject({ state: 'active', version: `1.${ROUNDS * 2}.0` })
  },
)
