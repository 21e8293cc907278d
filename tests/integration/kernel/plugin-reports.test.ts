import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createPluginReports } from '../../../kernel/packages/browser/plugin-reports.ts'
import { reportLimits } from '../../../kernel/packages/common/plugin-report.ts'
import type { PlanPlugin } from '../../../kernel/common/plan.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

/** A removable built-in, and a plugin that an operator added. */
const BUILTIN = 'admin-home'
const ADDED = 'board'
const path = '/api/system/plugin-faults'
const plugins = createPluginsFolder()
let server: TestServer
let now = new Date('2026-05-04T09:00:00Z')

/**
 * Its session entries fail for users whose id is in `globalThis.unlucky`, which the server counts as a fault. It
 * throws before it waits for anything: a busy machine would count a timeout instead, and later.
 */
const serverCode = `
export default { kind: 'trusted-server', uses: [], provides: [], async setUp(resolve, host) {
  host.describeSession(async ({ id }) => {
    if (globalThis.unlucky.has(id)) throw new Error('no stats today')
    return {}
  })
} }`
const unlucky = new Set<string>()
vi.stubGlobal('unlucky', unlucky)

beforeAll(async () => {
  plugins.write(
    {
      id: ADDED,
      version: '1.0.0',
      title: 'Board',
      description: 'A plugin for a test',
    },
    serverCode,
  )
  const root = (name: string) => join(import.meta.dirname, '..', '..', '..', name)
  const roots = { builtin: root('builtin'), locales: root('locales'), plugins: plugins.folder }
  server = await startTestServer({ env: { TRUST_PROXY: '1' }, clock: { now: () => now }, roots })
  await server.server.plugins.enable(ADDED, null)
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const row = async (id = ADDED) => (await server.server.plugins.list()).find((each) => each.id === id)
const audited = async (action: string) => {
  const entries = await server.server.core.audit.list({ target: ADDED, limit: 50 })
  return entries.filter((entry) => entry.action === action)
}

beforeEach(async () => {
  now = new Date(now.getTime() + 90_000_000)
  await server.pool.query('delete from kernel.plugin_fault_report')
  // Enabling it again also forgets the faults that the server counted.
  await server.server.plugins.disable(ADDED, null)
  await server.server.plugins.enable(ADDED, null)
})

const aFault = (over: object = {}) => ({
  plugin: ADDED,
  version: '1.0.0',
  effect: 'module page',
  stack: 'Error: boom\n    at Page (page.js:1:2)',
  ...over,
})
const report = (...faults: readonly object[]) => ({ faults })
const from = (address: string) => ({ 'x-forwarded-for': address })

/** Sends a report as a fresh user from a network; returns the id of the user. */
const reportFrom = async (
  address: string,
  body: object = report(aFault()),
  permissions?: readonly string[],
) => {
  const { api, person } = await server.signIn(permissions ? { permissions } : {})
  const answer = await api.post(path, body, from(address))
  expect(answer).toMatchObject({ status: 200 })
  return person.id
}

/** One fault of the added plugin that the server itself counts. */
async function failOnServer() {
  const { api, person } = await server.signIn()
  unlucky.add(person.id)
  expect((await api.get('/api/user/session')).status).toBe(200)
  expect(server.server.gate.faults(ADDED)).toHaveLength(1)
}

const reportFromThree = async (over: object = {}) => [
  await reportFrom('203.0.113.1', report(aFault(over))),
  await reportFrom('203.0.113.2', report(aFault({ ...over, stack: 'Error: later' }))),
  await reportFrom('203.0.113.3', report(aFault(over))),
]

it('[RTP10] keeps a built-in on, whoever reports it', async () => {
  const version = (await row(BUILTIN))?.version
  await reportFromThree({ plugin: BUILTIN, version })
  await reportFrom('203.0.113.4', report(aFault({ plugin: BUILTIN, version })), ['admin.plugins.edit'])
  expect(await row(BUILTIN)).toMatchObject({ state: 'active', reports: { people: 4 } })
  const mail = (await row('mail'))?.version
  await reportFromThree({ plugin: 'mail', version: mail })
  expect((await row('mail'))?.state).toBe('active')
})

it('[RTP10] notifies staff of an added plugin that only browsers complain about', async () => {
  const reporters = await reportFromThree()
  await reportFrom('203.0.113.4')
  expect(await row()).toMatchObject({ state: 'active', enabled: true })
  expect(await audited('plugins:reported')).toMatchObject([
    { actor: null, after: { reason: 'module page: Error: boom\n    at Page (page.js:1:2)', reporters } },
  ])
  expect(await audited('plugins:quarantined')).toEqual([])
  const { api } = await server.signIn({ permissions: ['admin.plugins.list'] })
  const { body } = await api.get('/api/plugin-manager/plugins')
  const first = 'module page: Error: boom\n    at Page (page.js:1:2)'
  expect(body['plugins']).toContainEqual(
    expect.objectContaining({ id: ADDED, reports: { people: 4, first, lastAt: now.toISOString() } }),
  )
})

it('[RTP10] quarantines an added plugin with faults on the server and at three networks, and names the reporters', async () => {
  await failOnServer()
  await reportFrom('203.0.113.1')
  await reportFrom('203.0.113.2')
  expect((await row())?.state).toBe('active')
  await reportFrom('203.0.113.3')
  const reason = 'module page: Error: boom\n    at Page (page.js:1:2)'
  expect(await row()).toMatchObject({ state: 'quarantined', reason, enabled: false })
  const [entry] = await audited('plugins:quarantined')
  expect(entry).toMatchObject({ actor: null, after: { reason } })
  const { rows } = await server.pool.query<{ user_id: string }>(
    'select user_id from kernel.plugin_fault_report where plugin = $1 order by at',
    [ADDED],
  )
  expect(rows).toHaveLength(3)
  expect((entry?.after as { reporters: string[] } | undefined)?.reporters.toSorted()).toEqual(
    rows.map(({ user_id: user }) => user).toSorted(),
  )
  const plan = (await (await fetch(`${server.url}/api/system/plan`)).json()) as { plugins: { id: string }[] }
  expect(plan.plugins.map(({ id }) => id)).not.toContain(ADDED)
  await server.server.plugins.enable(ADDED, null)
  expect(await row()).toMatchObject({ state: 'active', reason: null, reports: null })
  // Reports from before it was enabled again no longer count.
  await failOnServer()
  await reportFrom('203.0.113.4')
  expect((await row())?.state).toBe('active')
})

it('[RTP10] counts one network once, whatever accounts and tabs it has', async () => {
  await failOnServer()
  const { api } = await server.signIn()
  for (let time = 0; time < 5; time += 1) await api.post(path, report(aFault()), from(`198.51.100.${time}`))
  for (let time = 0; time < 4; time += 1) await reportFrom('203.0.113.9')
  expect((await row())?.state).toBe('active')
})

it('[RTP10] forgets after ten minutes, and ignores versions and plugins that do not run', async () => {
  await failOnServer()
  await reportFrom('203.0.113.1')
  await reportFrom('203.0.113.2')
  now = new Date(now.getTime() + 601_000)
  await reportFrom('203.0.113.3')
  for (const over of [{ version: '0.0.1' }, { plugin: 'nobody' }, { plugin: 'kernel' }])
    for (const address of ['203.0.113.4', '203.0.113.5', '203.0.113.6'])
      await reportFrom(address, report(aFault(over)))
  expect((await row())?.state).toBe('active')
})

it('[RTP10] acts at once on a report of staff who may disable plugins', async () => {
  const staff = await reportFrom('203.0.113.1', report(aFault()), ['admin.plugins.edit'])
  expect((await row())?.state).toBe('quarantined')
  expect((await audited('plugins:quarantined'))[0]).toMatchObject({
    actor: staff,
    after: { reporters: [staff] },
  })
})

it('[RTP21] shows a note in the row of its plugin, and counts it against nothing, not even from staff', async () => {
  await failOnServer()
  const note = report(aFault({ effect: 'boot', stack: 'Error: E_REGISTER board', isNote: true }))
  await reportFrom('203.0.113.1', note, ['admin.plugins.edit'])
  for (const address of ['203.0.113.2', '203.0.113.3', '203.0.113.4']) await reportFrom(address, note)
  expect(await row()).toMatchObject({
    state: 'active',
    reports: { people: 4, first: 'boot: Error: E_REGISTER board' },
  })
  expect(JSON.stringify(await audited('plugins:reported'))).not.toContain('E_REGISTER')
  // Two networks more are not enough, and a note does not take the place of what counts.
  const { api } = await server.signIn()
  await api.post(path, report(aFault()), from('203.0.113.5'))
  await api.post(path, note, from('203.0.113.5'))
  await reportFrom('203.0.113.6')
  expect((await row())?.state).toBe('active')
  await reportFrom('203.0.113.7')
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
  for (let time = 0; time < 31; time += 1) answers.push((await eager.post(path, report())).status)
  expect(answers).toEqual([...Array<number>(30).fill(200), 429])
})

it('[RTP10] keeps no sign that would change how the reason reads', async () => {
  const stack = `Error: a${String.fromCharCode(27)}[31m${String.fromCharCode(0x202e)}b\r\n at c`
  await reportFrom('203.0.113.1', report(aFault({ stack })), ['admin.plugins.edit'])
  expect((await row())?.reason).toBe('module page: Error: a[31mb\n at c')
})

/** Sends a report as a tab with a signed-in session does. */
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
  })
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { rows } = await server.pool.query<{ plugin: string; stack: string }>(
    'select plugin, stack from kernel.plugin_fault_report',
  )
  expect(rows.map(({ plugin }) => plugin).sort()).toEqual(hit.map(({ id }) => id).sort())
  expect(rows.find(({ plugin }) => plugin === hit[0]?.id)?.stack).toMatch(/^Error: a/)
})
