import type { ManifestInput } from '@spawnpoint/sdk/common'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { buildPlugin } from '../../../sdk/package/build/build-plugin.ts'
import { craftFiles, craftZip, forge } from '../../support/plugins/craft-package.ts'
import { hostileManifests, hostilePaths, hostileStatements } from '../../support/plugins/hostile-attempts.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, type ReviewBody, type Shop } from './plugin-shop.ts'

/** The attempts are more than one person may upload in a minute. */
const UPLOADS = 15

let server: TestServer
let shop: Shop
let uploads = 0
// A copy of the tree for mutants has no cache yet.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const home = mkdtempSync(join(ROOT, '.cache/hostile-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** How the package or the running plugin was answered, and the words that its operator had read before. */
interface Ending {
  readonly said: readonly string[]
  readonly ended: string
}

type Attempt = readonly [name: string, attempt: () => Promise<Ending>, expected: Ending]

const words = parse(readFileSync(join(ROOT, 'builtin/plugin-manager/locales/en.yml'), 'utf8'))[
  'plugin-manager'
] as Record<'rights' | 'capabilities', Record<string, unknown>>

const textAt = (tree: unknown, path: string): string =>
  String(path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], tree))

/** The lines of the consent screen: a sentence for a capability, a heading with a name for anything else. */
const sentences = ({ rights }: Pick<ReviewBody, 'rights'>) =>
  rights.map(({ kind, value }) => {
    if (kind === 'capability' || kind === 'jobs') return textAt(words.capabilities, value)
    // The name of its tables stands beside what it can do with them.
    const heading = kind === 'tables' ? textAt(words.capabilities, 'server.db') : textAt(words.rights, kind)
    return `${heading}: ${value}`
  })

/** Uploads a package: refused as it is read, refused with its consent, or ready to be agreed to. */
async function offer(zip: Buffer): Promise<Ending> {
  uploads += 1
  if (uploads % UPLOADS === 0) shop = await openShop(server)
  const { status, body } = await shop.upload(zip)
  if (status !== 200) return { said: [], ended: `unread: ${body.error_code}` }
  const review = body['review'] as ReviewBody
  const [problem] = review.problems
  return { said: sentences(review), ended: problem ? `refused: ${problem.code}` : 'can be agreed to' }
}

const page = { 'browser/page.js': 'export default () => null' }
const withPage = (more: Partial<ManifestInput['contributes']> = {}, title = 'Notes of mine') => ({
  title: 'Evil',
  modules: { page: 'browser/page.js' },
  contributes: {
    routes: [{ id: 'page', path: '/p/evil', area: 'user' as const, module: 'page', title }],
    ...more,
  },
})
const offering = async (more: Partial<ManifestInput>) =>
  offer(await shop.pack(aPluginOf('evil', { title: 'Evil', ...more }), more.modules ? { files: page } : {}))

const unread = (code: string): Ending => ({ said: [], ended: `unread: ${code}` })
const addsPage = (title = 'It adds pages') => `${title}: /p/evil`

const ofManifests: readonly Attempt[] = hostileManifests.map(([name, spoil]) => [
  `a manifest ${name}`,
  async () => offer(await craftZip(craftFiles(aPluginOf('crafted'), { spoil }))),
  unread('PACKAGE_MANIFEST'),
])

const ofPaths: readonly Attempt[] = hostilePaths.map((path) => [
  `a file ${JSON.stringify(path)}`,
  async () => {
    const files = [...craftFiles(aPluginOf('crafted')), { path: 'AAAAAAAAAA', content: Buffer.from('evil') }]
    return offer(forge(await craftZip(files), 'AAAAAAAAAA', path))
  },
  unread('PACKAGE_PATH_OUTSIDE'),
])

const ofNames: readonly Attempt[] = [
  ['Dashboard', 'a menu entry'],
  [' LOG OUT ', 'in another case'],
  ['Lоg in', 'with a Cyrillic letter'],
  ['Anmelden', 'in German'],
  ['Admin', 'of the staff'],
].map(([label = '', name]) => [
  `a name of the dashboard: ${name}`,
  () => offering(withPage({ nav: [{ area: 'user', route: 'page', label }] })),
  {
    said: [addsPage(), `It adds menu entries: ${label}`],
    ended: 'refused: PACKAGE_LABEL_TAKEN',
  },
])

const ofParts: readonly Attempt[] = (
  [
    [
      'a widget',
      'It adds cards to dashboards',
      { widgets: [{ id: 'part', module: 'page', title: 'Coins' }] },
    ],
    ['a tab', 'It adds tabs', { debugTabs: [{ id: 'part', module: 'page', title: 'Coins' }] }],
  ] as const
).map(([name, heading, contributes]) => [
  `${name} that is named like one of the dashboard`,
  () => offering({ modules: { page: 'browser/page.js' }, contributes }),
  { said: [`${heading}: Coins`], ended: 'refused: PACKAGE_LABEL_TAKEN' },
])

/** Addresses of others, and one that leaves its own by a detour. */
const ofAddresses: readonly Attempt[] = [
  '/auth/login',
  '/p/other',
  '/p/evil/../other',
  '/',
  '*',
  '/p/evil-twin',
].map((path) => [
  `a page at ${path}`,
  () => offering(withPage({ routes: [{ id: 'page', path, area: 'public', module: 'page', title: 'Win' }] })),
  unread('PACKAGE_MANIFEST'),
])

const ofServices: readonly Attempt[] = ['kernel.secrets', 'kernel.sessions', 'pictures.pictures'].map(
  (token) => [
    `the service ${token}`,
    () => offering({ capabilities: [`server.services:${token}`] }),
    {
      said: [`It uses these services of other plugins: ${token}`],
      ended: 'refused: PACKAGE_SERVICE_CLOSED',
    },
  ],
)

const doubling = Object.fromEntries(
  Array.from({ length: 41 }, (_none, level) => [
    `d${level}`,
    level === 0 ? {} : { anyOf: [0, 1].map(() => ({ $ref: `#/$defs/d${level - 1}` })) },
  ]),
)

const ofOthers: readonly Attempt[] = [
  [
    'a full page for everybody',
    () =>
      offering(
        withPage({
          routes: [{ id: 'page', path: '/p/evil', area: 'public', module: 'page', title: 'Win', bare: true }],
        }),
      ),
    {
      said: [
        addsPage(),
        addsPage('It adds pages that anyone can open without logging in'),
        addsPage(
          'It adds full pages without the dashboard around them. Make sure none imitates a login page',
        ),
      ],
      ended: 'can be agreed to',
    },
  ],
  [
    'commands of any name that only code knows',
    () =>
      offering({
        capabilities: ['hooks.register'],
        boot: 'page',
        modules: { page: 'browser/page.js' },
        registers: { commands: [{ id: '*', title: 'Extras' }] },
      }),
    unread('PACKAGE_MANIFEST'),
  ],
  ['a name that reads backwards', () => offering(withPage({}, 'Win\u202eniw')), unread('PACKAGE_MANIFEST')],
  [
    'settings that take for ever to check',
    () =>
      offering({ settings: { type: 'object', properties: { a: { $ref: '#/$defs/d40' } }, $defs: doubling } }),
    unread('PACKAGE_MANIFEST'),
  ],
]

const databaseWords = ['Handle requests on the server', 'Store data in its own tables: thief']

const ofStatements: readonly Attempt[] = hostileStatements.map((text) => [
  text,
  async () => {
    const { body } = await server.anonymous().post('/api/thief/run', { text })
    return { said: thiefWords, ended: String(body['code']) }
  },
  { said: databaseWords, ended: expect.stringMatching(/^(42501|42704|0A000)$/) as string },
])
let thiefWords: readonly string[] = []

/** Statements that a database takes from everybody: the product goes on all the same. */
const ofShared: readonly Attempt[] = [
  `select pg_notify('spawnpoint', '{"kind":"changes","users":null}')`,
  `select pg_notify('spawnpoint', 'no json')`,
  'listen spawnpoint',
  'select pg_advisory_lock(7301121)',
].map((text) => [
  text,
  async () => {
    const { body } = await server.anonymous().post('/api/thief/run', { text })
    const { status } = await server.anonymous().get('/api/health/ready')
    const { api } = await server.signIn()
    const session = await api.get('/api/user/session')
    return { said: thiefWords, ended: `${String(body['code'])}, ${status}, ${session.status}` }
  },
  { said: databaseWords, ended: 'done, 200, 200' },
])

const attempts: readonly Attempt[] = [
  ...ofManifests,
  ...ofPaths,
  ...ofNames,
  ...ofParts,
  ...ofAddresses,
  ...ofServices,
  ...ofOthers,
  ...ofStatements,
  ...ofShared,
]

const sources = {
  'manifest.ts': `
import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'thief', version: '1.0.0', title: 'Thief', description: 'Steals', license: 'MIT',
  capabilities: ['server.http', 'server.db'], server: 'server/index.ts', migrations: 'server/migrations', locales: ['en'] })
`,
  // Runs whatever text it is sent, as a plugin with a hole would.
  'server/index.ts': `
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
const run = defineEndpoint({ method: 'POST', path: '/api/thief/run', summary: 'Runs', access: { public: 'test' },
  body: z.object({ text: z.string() }), reply: z.object({ code: z.string() }) })
const raw = (text: string) => Object.assign([text], { raw: [text] })
export default definePluginServer(manifest, { endpoints: [answer(run, manifest, async ({ body, db }) => {
  try { await db.sql(raw(body.text)); return { code: 'done' } }
  catch (error) { return { code: String((error as { code?: unknown }).code) } }
})] })
`,
  'server/migrations/0001_loot.sql': 'create table loot (id integer primary key);',
  'locales/en.yml': 'thief:\n  title: Thief\n',
}

/** Installs the thief as the dialog proposes it: in a worker. */
async function installThief() {
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  await buildPlugin({ folder: home, root: ROOT })
  const zip = await shop.pack(
    aPluginOf('thief', {
      title: 'Thief',
      capabilities: ['server.http', 'server.db'],
      migrations: 'server/migrations',
    }),
    {
      server: readFileSync(join(home, 'dist/server/index.js'), 'utf8'),
      files: { 'server/migrations/0001_loot.sql': sources['server/migrations/0001_loot.sql'] },
    },
  )
  thiefWords = sentences(await shop.review(zip))
  expect((await shop.install(zip, { inProcess: false })).status).toBe(200)
  expect((await shop.enable('thief')).status).toBe(200)
}

beforeAll(async () => {
  server = await startTestServer()
  // A table of another plugin, which some of the statements reach for.
  await server.pool.query('create schema victim; create table victim.loot (id integer)')
  shop = await openShop(server)
  await installThief()
})
afterAll(() => server.stop())

it.each(attempts)('[PKG23] %s', async (_name, attempt, expected) => {
  expect(await attempt()).toEqual(expected)
})

it('[PKG23] has sixty attempts and more', () => {
  expect(attempts.length).toBeGreaterThanOrEqual(60)
})
