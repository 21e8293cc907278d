import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMemoryPlatform } from '../../../kernel/browser/platform/memory-platform.ts'
import { createPluginReports } from '../../../kernel/browser/plugins/plugin-reports.ts'
import { reportLimits } from '../../../kernel/common/plugin-report.ts'
import { createReportStore } from '../../../kernel/server/plugin-reports/report-store.ts'
import type { PlanPlugin } from '../../../kernel/common/plan.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

/** Any removable plugin will do. */
const PLUGIN = 'admin-home'
const path = '/api/system/plugin-faults'
let server: TestServer
let now = new Date('2026-05-04T09:00:00Z')
let version = ''

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' }, clock: { now: () => now } })
  version = (await row())?.version ?? ''
})
afterAll(() => server.stop())

const row = async () => (await server.server.plugins.list()).find(({ id }) => id === PLUGIN)

beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000)
  await server.pool.query('delete from kernel.plugin_fault_report')
  if ((await row())?.state !== 'active') await server.server.plugins.enable(PLUGIN, null)
})

const aFault = (over: object = {}) => ({
  plugin: PLUGIN,
  version,
  effect: 'module page',
  stack: 'Error: boom\n    at Page (page.js:1:2)',
  ...over,
})
const report = (...faults: readonly object[]) => ({ faults, deprecations: [] })
const from = (address: string) => ({ 'x-forwarded-for': address })

/** Somebody's tab tells of the plugin, from an address. */
const tell = async (address: string, body: object = report(aFault()), permissions?: readonly string[]) => {
  const { api } = await server.signIn(permissions ? { permissions } : {})
  const answer = await api.post(path, body, from(address))
  expect(answer).toMatchObject({ status: 200 })
}

it('[RTP10] switches a plugin off for all once three people at three addresses were hit, and back on by hand', async () => {
  await tell('203.0.113.1')
  await tell('203.0.113.2', report(aFault({ stack: 'Error: later' })))
  expect((await row())?.state).toBe('active')
  await tell('203.0.113.3')
  expect(await row()).toMatchObject({
    state: 'quarantined',
    reason: 'module page: Error: boom\n    at Page (page.js:1:2)',
    enabled: false,
  })
  const plan = (await (await fetch(`${server.url}/api/system/plan`)).json()) as { plugins: { id: string }[] }
  expect(plan.plugins.map(({ id }) => id)).not.toContain(PLUGIN)
  await server.server.plugins.enable(PLUGIN, null)
  expect(await row()).toMatchObject({ state: 'active', reason: null })
  // What was told before does not count against it any more.
  await tell('203.0.113.4')
  expect((await row())?.state).toBe('active')
})

it('[RTP10] does not let one customer do that, with whatever accounts and tabs', async () => {
  const { api } = await server.signIn()
  for (let time = 0; time < 5; time += 1) await api.post(path, report(aFault()), from(`198.51.100.${time}`))
  for (let time = 0; time < 4; time += 1) await tell('203.0.113.9')
  expect((await row())?.state).toBe('active')
})

it('[RTP10] forgets after ten minutes, and hears nothing of versions and plugins that do not run', async () => {
  await tell('203.0.113.1')
  await tell('203.0.113.2')
  now = new Date(now.getTime() + 601_000)
  await tell('203.0.113.3')
  for (const over of [{ version: '0.0.1' }, { plugin: 'nobody' }, { plugin: 'kernel' }])
    for (const address of ['203.0.113.4', '203.0.113.5', '203.0.113.6'])
      await tell(address, report(aFault(over)))
  expect((await row())?.state).toBe('active')
})

it('[RTP10] believes whoever may switch plugins at once, but never switches off what must stay', async () => {
  await tell('203.0.113.1', report(aFault({ plugin: 'settings' })), ['admin.plugins.edit'])
  const settings = (await server.server.plugins.list()).find(({ id }) => id === 'settings')
  expect(settings?.state).toBe('active')
  await tell('203.0.113.1', report(aFault()), ['admin.plugins.edit'])
  expect((await row())?.state).toBe('quarantined')
})

it('[RTP10] takes reports of people who are signed in, small ones, and not many', async () => {
  const stranger = server.anonymous()
  expect((await stranger.post(path, report(aFault()))).status).toBe(401)
  const { api } = await server.signIn()
  const bad = [
    report(aFault({ stack: 'x'.repeat(4_001) })),
    report(...Array.from({ length: 21 }, () => aFault())),
    report(aFault({ more: 1 })),
    report(aFault({ plugin: '../x' })),
  ]
  for (const body of bad) expect((await api.post(path, body)).status).toBe(400)
  const { api: other } = await server.signIn()
  expect((await other.post(path, report(aFault({ stack: 'x'.repeat(40_000) })))).status).toBe(413)
  const { api: eager } = await server.signIn()
  const answers = []
  for (let time = 0; time < 7; time += 1) answers.push((await eager.post(path, report())).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
})

it('[RTP10] keeps no sign that would change how the reason reads', async () => {
  const stack = `Error: a${String.fromCharCode(27)}[31m${String.fromCharCode(0x202e)}b\r\n at c`
  await tell('203.0.113.1', report(aFault({ stack })), ['admin.plugins.edit'])
  expect((await row())?.reason).toBe('module page: Error: a[31mb\n at c')
})

it('[RTP11] keeps how often tabs used what will go, of the version that runs', async () => {
  const use = { plugin: PLUGIN, name: 'useOld', since: '0.3.0', removeIn: '1.0.0', use: 'useNew' }
  const body = { faults: [], deprecations: [use, { ...use, plugin: 'nobody' }] }
  await tell('203.0.113.1', body)
  const counted = { faults: [], deprecations: [{ ...use, uses: 41 }] }
  await tell('203.0.113.1', counted)
  const store = createReportStore(server.server.core.pool, { now: () => now })
  const { plugin: _plugin, ...kept } = use
  expect([...(await store.deprecations(new Map([[PLUGIN, version]])))]).toEqual([
    [PLUGIN, [{ ...kept, count: 42 }]],
  ])
  expect((await store.deprecations(new Map([[PLUGIN, '9.9.9']]))).size).toBe(0)
  const { api } = await server.signIn({ permissions: ['admin.plugins.list'] })
  const { body: listed } = await api.get('/api/plugin-manager/plugins')
  expect(listed['plugins']).toContainEqual(
    expect.objectContaining({ id: PLUGIN, deprecations: [{ ...kept, count: 42 }] }),
  )
})

/** What a tab sends, with the session of somebody who is signed in. */
async function sendFromTab(work: (reports: ReturnType<typeof createPluginReports>) => void) {
  const { api } = await server.signIn()
  const sent: Promise<{ readonly status: number }>[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    const asked = api.post(url, JSON.parse(String(init?.body)))
    sent.push(asked)
    await asked
    return Response.json({})
  }
  const platform = createMemoryPlatform({ fetch })
  const found = await server.server.plugins.list()
  const reports = createPluginReports({
    platform,
    // Only what a report reads of a plan's plugin.
    find: (id) =>
      ({ id, version: found.find((each) => each.id === id)?.version ?? '' }) as unknown as PlanPlugin,
    session: () => ({ status: 'signed-in', user: {}, billing: {}, stats: {}, permissions: [] }),
    log: (sentence, error) => {
      throw new Error(sentence, { cause: error })
    },
  })
  work(reports)
  await platform.clock.advance(1000)
  return Promise.all(sent)
}

const signs = ['x', 'ß', '世', '😀', '"', '\n', String.fromCharCode(1)]

it.each(signs)('[RTP10] takes the largest report that a tab can have, in signs such as %j', async (sign) => {
  const plugins = (await server.server.plugins.list()).filter(({ state }) => state === 'active')
  const hit = plugins.slice(0, reportLimits.entries)
  const largest = sign.repeat(reportLimits.stack)
  const answers = await sendFromTab((reports) => {
    for (const { id } of hit)
      reports.fault({
        owner: id,
        effect: sign.repeat(500),
        at: 0,
        kind: 'reported',
        error: `Error: a${largest}`,
      })
    for (let time = 0; time < reportLimits.entries; time += 1) {
      const text = `${sign}${time}`.repeat(reportLimits.text)
      reports.deprecated({ plugin: hit[0]?.id ?? '', name: text, since: text, removeIn: text, use: text })
    }
  })
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { rows } = await server.pool.query<{ plugin: string; stack: string }>(
    'select plugin, stack from kernel.plugin_fault_report',
  )
  expect(rows.map(({ plugin }) => plugin).sort()).toEqual(hit.map(({ id }) => id).sort())
  expect(rows.find(({ plugin }) => plugin === hit[0]?.id)?.stack).toMatch(/^Error: a/)
})
