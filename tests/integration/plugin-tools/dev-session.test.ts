import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildPlugin } from '../../../sdk/package/build/build-plugin.ts'
import { openDevEndpoint, type DevEndpoint } from '../../../kernel/packages/server/dev/open-dev-endpoint.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { soak } from '../../support/soak.ts'
import { openShop, type Shop } from '../packages/plugin-shop.ts'
import { processTree, stillRunning } from './process-tree.ts'
import { run, runTool, runToolHere, startProgram, startScript, type RunningTool } from './run-tool.ts'

// In the checkout, whose packages serve what is made there: nothing is packed or installed for it.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const home = mkdtempSync(join(ROOT, '.cache/dev-session-'))
const tools: RunningTool[] = []
const id = 'acme-page'
let page: string
let server: TestServer
let dataDir: string
let shop: Shop
let endpoint: DevEndpoint

async function aProject(id: string, ...args: readonly string[]) {
  const folder = join(home, id)
  const { status, text } = await runToolHere(['create', folder, '--yes', ...args])
  if (status !== 0) throw new Error(text)
  return folder
}

async function startDev(folder: string) {
  const tool = startScript('sdk/cli/main.ts', ['dev', folder, '--data', dataDir])
  tools.push(tool)
  await tool.says(/ is on: /)
  return tool
}

const rowOf = (id: string) => shop.find(id)
const becomes = (id: string, row: object) =>
  vi.waitFor(async () => expect(await rowOf(id)).toMatchObject(row))

beforeAll(async () => {
  mkdirSync(join(home, 'plugins'))
  await buildPlugin({
    folder: join(ROOT, 'plugins/hello'),
    root: ROOT,
    outDir: join(home, 'plugins/hello/dist'),
  })
  server = await startTestServer({
    roots: {
      builtin: join(ROOT, 'builtin'),
      plugins: join(home, 'plugins'),
      locales: join(ROOT, 'locales'),
    },
  })
  page = await aProject(id, '--no-server', '--contributions', 'page')
  shop = await openShop(server)
  dataDir = server.config.dataDir
  endpoint = openDevEndpoint()
  await endpoint.attach(server.server)
})
afterAll(async () => {
  for (const tool of tools) await tool.end('SIGKILL')
  await endpoint?.close()
  await server?.stop()
  rmSync(home, { recursive: true, force: true })
})

it('[TOOL17] opens the product to a debugger, which finds the sources of the server module', async () => {
  const folder = await aProject('acme-traced', '--contributions', 'page,table')
  const tool = startScript('sdk/cli/main.ts', ['dev', folder, '--data', dataDir, '--inspect'])
  tools.push(tool)
  try {
    expect(inspector.url()).toBeUndefined()
    expect(await tool.says(/ is on: /)).toContain(`A debugger may connect to ${inspector.url()} until`)
    const built = readFileSync(join(folder, '.cache/dev/server/index.js'), 'utf8')
    const [, map = ''] = /sourceMappingURL=data:[^,]*;base64,(.*)$/m.exec(built) ?? []
    const { sources } = JSON.parse(Buffer.from(map, 'base64').toString('utf8')) as { sources: string[] }
    expect(sources).toContain(pathToFileURL(join(folder, 'server/index.ts')).href)
  } finally {
    await tool.end('SIGINT')
    inspector.close()
  }
  await becomes('acme-traced', { isLeftover: true })
  // A package for operators carries none.
  expect(await runToolHere(['build', folder])).toMatchObject({ status: 0 })
  expect(readFileSync(join(folder, 'dist/server/index.js'), 'utf8')).not.toContain('sourceMappingURL')
})

it('[TOOL54] prints an error of the server module with what ran, the request, and the line of the source', async () => {
  const folder = await aProject('acme-faulty', '--contributions', 'page,table')
  const half = join(folder, 'server/index.ts')
  writeFileSync(
    half,
    readFileSync(half, 'utf8').replace(
      'async ({ actor, db }) => {',
      'async ({ actor, db }) => {\n  if (actor) throw new Error("written at night")',
    ),
  )
  const tool = await startDev(folder)
  const { api } = await server.signIn()
  const told = tool.says(/written at night/)
  const { status, headers } = await api.get('/api/acme-faulty/notes')
  expect(status).toBe(500)
  const text = await told
  expect(text).toContain(
    `GET /api/acme-faulty/notes of acme-faulty failed (request ${headers.get('x-request-id')})`,
  )
  await tool.says(/acme-faulty\/server\/index\.ts:\d+/)
  await tool.end('SIGINT')
})

it('[TOOL54] names the lines of the sources of a server module in the process too', () => {
  const map = { version: 3, sources: ['file:///acme/server/index.ts'], names: [], mappings: 'AAIA' }
  const data = Buffer.from(JSON.stringify(map)).toString('base64')
  const built = join(home, 'built.mjs')
  const fail = `export const fail = () => { throw new Error('written at night') }`
  writeFileSync(built, `${fail}\n//# sourceMappingURL=data:application/json;base64,${data}\n`)
  const opened = pathToFileURL(join(ROOT, 'kernel/packages/server/dev/open-dev-endpoint.ts')).href
  // A test has its own way with stacks, which leaves out what it has not loaded.
  const code = `const { openDevEndpoint } = await import('${opened}')
    openDevEndpoint()
    const { fail } = await import('${pathToFileURL(built).href}')
    try { fail() } catch (error) { console.log(error.stack) }
    process.exit()`
  const said = run(ROOT, process.execPath, '--input-type=module', '--eval', code)
  expect(said).toMatch(/written at night\n[^]*\/acme\/server\/index\.ts:5/)
})

it('[TOOL55] says once that a plugin may not pay coins yet, and nothing once it may', async () => {
  const folder = await aProject('acme-purse', '--contributions', 'page,wallet')
  const tool = await startDev(folder)
  await tool.says(
    /acme-purse: its budget is 0 coins a day, so `earn` answers 'over-budget': set one at \/plugins\/acme-purse\/config/,
  )
  const { api } = await server.signIn({ permissions: ['admin.root'] })
  expect((await api.put('/api/coins/plugin-budgets/acme-purse', { perDay: 50 })).status).toBe(200)
  const half = join(folder, 'server/index.ts')
  const save = async (note: string) => {
    const told = tool.says(/ is on: /)
    writeFileSync(half, `${readFileSync(half, 'utf8')}\nconsole.info('${note}')\n`)
    return told
  }
  await save('once')
  expect(await save('twice')).not.toContain('its budget')
  await tool.end('SIGINT')
})

// The other signals end the tools of the tests below.
it.each(soak(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const, ['SIGINT'] as const))(
  '[TOOL11] leaves nothing of a plugin that was not there before when dev ends by %s',
  async (signal) => {
    const tool = await startDev(page)
    expect(await rowOf(id)).toMatchObject({ state: 'active', version: expect.stringMatching(/-dev\.\d+$/) })
    if (signal === 'SIGINT') {
      const ended = tool.says(/is out of the product in .*: it is gone/)
      await tool.end(signal)
      await ended
    } else await tool.end(signal)
    await vi.waitFor(async () => expect(await rowOf(id)).toBeUndefined())
  },
)

/** Starts dev as its author does, and kills one of the processes above the tool; resolves once all are gone. */
async function killAbove(
  victim: 'npm' | 'the process that npm started',
  folder: string,
  before: () => Promise<void>,
) {
  const tool = startProgram('npm', ['run', 'plugin', '--', 'dev', folder, '--data', dataDir])
  tools.push(tool)
  await tool.says(/ is on: /)
  await before()
  const tree = processTree(tool.pid)
  const wrapper = tree.find(({ command }) =>
    command.startsWith('node -r ./kernel/cli/check-node.cjs kernel/cli/plugin.mjs '),
  )
  // The tool itself is the last of them.
  expect(tree.at(-1)?.command).toContain('sdk/cli/main.ts dev ')
  const pid = victim === 'npm' ? tool.pid : wrapper?.pid
  if (!pid) throw new Error(`${victim} does not run`)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(stillRunning(tree)).toEqual([]))
}

it('[TOOL11] puts the installed version back, as it was switched, over tables that dev has changed, also when kill -9 hits npm', async () => {
  const folder = await aProject('acme-notes', '--contributions', 'page,table')
  expect(await runToolHere(['pack', folder])).toMatchObject({ status: 0 })
  await shop.install(readFileSync(join(folder, 'acme-notes-0.1.0.zip')))
  await shop.enable('acme-notes')
  writeFileSync(
    join(folder, 'server/migrations/0002_pinned.sql'),
    'alter table note add column pinned boolean not null default false;\n',
  )
  await killAbove('npm', folder, async () =>
    expect(await rowOf('acme-notes')).toMatchObject({ version: expect.stringMatching(/-dev\.\d+$/) }),
  )
  await becomes('acme-notes', { version: '0.1.0', state: 'active', reason: null })
  const { api } = await server.signIn()
  expect((await api.post('/api/acme-notes/notes', { text: 'Milk' })).status).toBe(200)

  const half = join(folder, 'server/index.ts')
  const whole = readFileSync(half, 'utf8')
  writeFileSync(half, `${whole}\nthrow new Error('written in half')\n`)
  const broken = startScript('sdk/cli/main.ts', ['dev', folder, '--data', dataDir])
  tools.push(broken)
  await broken.says(/Version 0\.1\.1-dev\.\d+ did not start, so the one before runs on: written in half/)
  await broken.end('SIGKILL')
  await becomes('acme-notes', { version: '0.1.0', state: 'active', reason: null })
  writeFileSync(half, whole)

  await shop.disable('acme-notes')
  const again = await startDev(folder)
  expect(await rowOf('acme-notes')).toMatchObject({ state: 'active' })
  await again.end('SIGHUP')
  await becomes('acme-notes', { version: '0.1.0', state: 'suspended', enabled: false })
})

it('[TOOL11] keeps what a new plugin has stored, which the next dev finds, and takes no second one meanwhile, also when kill -9 hits what npm started', async () => {
  const folder = await aProject('acme-memo', '--contributions', 'page,table')
  const { api } = await server.signIn()
  await killAbove('the process that npm started', folder, async () => {
    await api.post('/api/acme-memo/notes', { text: 'Milk' })
  })
  await becomes('acme-memo', { state: 'available', isLeftover: true })
  const next = await startDev(folder)
  expect((await api.get('/api/acme-memo/notes')).body['notes']).toMatchObject([{ text: 'Milk' }])

  const second = startScript('sdk/cli/main.ts', ['dev', folder, '--data', dataDir])
  tools.push(second)
  await second.says(/^another dev of acme-memo is running: end that one first\n$/)
  await next.end('SIGTERM')
  await becomes('acme-memo', { state: 'available', isLeftover: true })
})

it('[TOOL52] shows a changed component without installing anything, and the server module goes on', async () => {
  const quick = 'acme-quick'
  const folder = await aProject(quick, '--contributions', 'page')
  const edit = (file: string, from: string, to: string) => {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
  }
  const counting = (word: string) => `text: \`${word} \${(globalThis.calls = (globalThis.calls ?? 0) + 1)}\``
  edit('server/index.ts', `text: 'Hello'`, counting('Hello'))
  const { api } = await server.signIn()
  const says = async () => (await api.get(`/api/${quick}/greeting`)).body['text']
  const shown = () => {
    const entry = server.server.packages.catalogue.find(quick)
    const file = entry?.manifest?.modules['page'] ?? ''
    return readFileSync(join(entry?.folder ?? '', file), 'utf8')
  }
  const installed = async () =>
    (await server.pool.query('select hash from kernel.plugin_package where id = $1', [quick])).rows
  const tool = await startDev(folder)
  expect(await says()).toBe('Hello 1')
  const before = await installed()
  edit('browser/page.tsx', '<Greeting />', '<Greeting /><p>Second thought</p>')
  await vi.waitFor(() => expect(shown()).toContain('Second thought'))
  // An installation would follow what is shown.
  await tool.says(/ is on: /)
  await vi.waitFor(async () => expect(await says()).toBe('Hello 2'))
  expect(await installed()).toEqual(before)
  edit('server/index.ts', 'Hello ', 'Again ')
  await vi.waitFor(async () => expect(await says()).toMatch(/^Again /))
  // The new build has the earlier change too.
  expect(shown()).toContain('Second thought')
  expect(await installed()).not.toEqual(before)
  await tool.end('SIGINT')
  await becomes(quick, { isLeftover: true })
})

it('[TOOL12] stands in for a plugin of the plugins folder', async () => {
  await shop.enable('hello')
  const { version } = (await rowOf('hello')) ?? {}
  const tool = await startDev(join(ROOT, 'plugins/hello'))
  expect(await rowOf('hello')).toMatchObject({ source: 'package', state: 'active' })
  const ended = tool.says(/the one of the plugins folder is back/)
  await tool.end('SIGINT')
  await ended
  expect(await rowOf('hello')).toMatchObject({ source: 'folder', state: 'active', version })
})

it('[TOOL8] says how a product takes plugins when none does', () => {
  expect(runTool(['dev', join(ROOT, 'plugins/hello'), '--data', home])).toMatchObject({
    status: 1,
    text: expect.stringMatching(/^No product takes plugins at .*: start it with PLUGIN_DEV=1 npm start, /),
  })
})
