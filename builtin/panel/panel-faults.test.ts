import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startPanelEmulator } from '../../sdk/panel-emulator/start-panel-emulator.ts'
import type { PanelFault } from '../../sdk/panel-emulator/panel-faults.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer

beforeAll(async () => {
  host = await startHostingServer()
})
afterEach(() => host.panel.clearFaults())
afterAll(() => host.stop())

type Listed = {
  servers: { id: string }[]
  queued: { id: string; status: string; reason: string | null }[]
  slots: { used: number; limit: number }
}

const list = async (api: ApiClient) => (await api.get('/api/servers')).body as unknown as Listed

const cases: [string, PanelFault, string][] = [
  ['is down', { kind: 'down' }, 'PANEL_UNAVAILABLE'],
  ['is slow', { kind: 'slow', ms: 1500 }, 'PANEL_UNAVAILABLE'],
  ['answers with HTML', { kind: 'html' }, 'PANEL_UNAVAILABLE'],
  ['answers 429', { kind: 'status', status: 429, retryAfter: 1 }, 'PANEL_BUSY'],
  ['answers 500', { kind: 'status', status: 500 }, 'PANEL_UNAVAILABLE'],
  ['answers nothing', { kind: 'empty' }, 'PANEL_UNAVAILABLE'],
  ['answers nonsense', { kind: 'wrong-json' }, 'PANEL_UNAVAILABLE'],
  ['dies while it creates', { kind: 'down', method: 'POST', path: '/servers' }, 'PANEL_UNCLEAR'],
  ['creates and dies', { kind: 'cut-after', method: 'POST', path: '/servers' }, 'PANEL_UNCLEAR'],
  ['is slow to create', { kind: 'slow', ms: 1500, method: 'POST', path: '/servers' }, 'PANEL_UNCLEAR'],
]

describe('a panel that', () => {
  it.each(cases)(
    '[QUE8] %s: the customer reads why, nothing is free, nothing is lost',
    async (_what, fault, reason) => {
      const { api } = await host.signIn()
      if (fault.kind === 'slow') await host.server.core.settings.write({ panel_timeout_seconds: 1 })
      host.panel.fault(fault)
      const { body } = await api.post('/api/servers', host.anOrder())
      const id = String(body['id'])
      const waiting = await until(`it says ${reason}`, async () =>
        (await list(api)).queued.find((each) => each.reason === reason),
      )
      expect(waiting).toMatchObject({ id, status: 'pending' })
      expect((await api.post('/api/servers', host.anOrder())).body.error_code).toBe('SERVERS_NO_SLOT')
      host.panel.clearFaults()
      if (fault.kind === 'slow') await host.server.core.settings.write({ panel_timeout_seconds: 60 })
      await until('it is built', async () => (await list(api)).servers.length === 1)
      expect(host.panel.state.servers.filter(({ external_id }) => external_id === id)).toHaveLength(1)
      expect(await list(api)).toMatchObject({ queued: [], slots: { used: 1 } })
    },
  )

  it('[QUE9] refuses the key pauses the queue until the settings change', async () => {
    const { api } = await host.signIn()
    const admin = await host.signIn({ role: 'Administrator' })
    host.panel.fault({ kind: 'status', status: 401 })
    await api.post('/api/servers', host.anOrder())
    await until('it says why', async () =>
      (await list(api)).queued.some(({ reason }) => reason === 'PANEL_KEY_REFUSED'),
    )
    expect((await admin.api.get('/api/server-queue/counts')).body).toMatchObject({ paused: true })
    host.panel.clearFaults()
    await host.server.core.settings.write({ panel_timeout_seconds: 59 })
    await until('it is built', async () => (await list(api)).servers.length === 1)
    expect((await admin.api.get('/api/server-queue/counts')).body).toMatchObject({ paused: false })
  })

  it('[QUE10] refuses for good frees what was held', async () => {
    const { api } = await host.signIn()
    const lift = host.panel.state.nodes.map((node) => {
      const { memory } = node
      node.memory = 0
      return () => {
        node.memory = memory
      }
    })
    await api.post('/api/servers', host.anOrder())
    const failed = await until('it has failed', async () =>
      (await list(api)).queued.find(({ status }) => status === 'failed'),
    )
    expect(failed.reason).toBe('PANEL_FULL')
    expect((await list(api)).slots.used).toBe(0)
    for (const each of lift) each()
  })
})

describe('the test of the connection', () => {
  it('[PAN14] says in plain words what is wrong', async () => {
    const { api } = await host.signIn({ permissions: ['admin.root'] })
    expect((await api.post('/api/panel/test', {})).body).toMatchObject({
      ok: true,
      problem: null,
      locations: 2,
    })
    const wrongKey = await api.post('/api/panel/test', { apiKey: 'ptla_wrong' })
    expect(wrongKey.body).toMatchObject({ ok: false, problem: 'unauthorized' })
    const nobody = await api.post('/api/panel/test', { baseUrl: 'http://127.0.0.1:9', apiKey: 'ptla_any' })
    expect(nobody.body).toMatchObject({ ok: false, problem: 'unavailable' })
    expect((await api.post('/api/panel/test', { baseUrl: 'ftp://panel' })).status).toBe(400)
    const empty = await startPanelEmulator({ seed: false })
    const nowhere = await api.post('/api/panel/test', { baseUrl: empty.url, apiKey: empty.apiKey })
    await empty.close()
    expect(nowhere.body).toMatchObject({ ok: false, problem: 'no-locations', locations: 0 })
  })

  it('[PAN14] takes the address of the API for that of its panel, in the test and when it is saved', async () => {
    const { api } = await host.signIn({ permissions: ['admin.root', 'admin.settings.edit'] })
    const { url, apiKey } = host.panel
    for (const path of ['/api/application', '/api/application/', '/api/client', '/api'])
      expect((await api.post('/api/panel/test', { baseUrl: `${url}${path}`, apiKey })).body).toMatchObject({
        ok: true,
      })
    const values = { pterodactyl_base_url: `${url}/api/application`, pterodactyl_api_key: apiKey }
    expect((await api.patch('/api/settings', { values })).status).toBe(200)
    expect((await api.get('/api/panel/status')).body).toMatchObject({ url })
    await host.server.core.settings.write({ pterodactyl_base_url: url })
  })

  it('[PAN41] names the rights that the key lacks, before a customer finds out', async () => {
    const { api } = await host.signIn({ permissions: ['admin.root'] })
    const test = async () => (await api.post('/api/panel/test', {})).body
    for (const right of ['nodes', 'users', 'servers']) {
      host.panel.fault({ kind: 'status', status: 403, method: 'GET', path: `/${right}` })
      expect(await test()).toMatchObject({ ok: false, problem: 'missing-rights', detail: right })
      host.panel.clearFaults()
    }
    host.panel.fault({ kind: 'status', status: 403, method: 'GET', path: '/nests' })
    expect(await test()).toMatchObject({ ok: false, problem: 'missing-rights', detail: 'nests, eggs' })
  })

  it('[PAN15] probes other addresses only for root, after a proof', async () => {
    const { api: editor } = await host.signIn({ permissions: ['admin.settings.edit'] })
    const { api: unproven } = await host.signIn({ permissions: ['admin.root'], proven: false })
    // The comparison with the panel runs meanwhile; a test of the connection lists the locations.
    const tested = () => host.panel.calls.filter(({ path }) => path.includes('/locations')).length
    const before = tested()
    for (const body of [{ baseUrl: 'http://169.254.169.254', apiKey: 'ptla_any' }, { apiKey: 'ptla_any' }]) {
      expect((await editor.post('/api/panel/test', body)).body.error_code).toBe('PANEL_TEST_ROOT')
      expect((await unproven.post('/api/panel/test', body)).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
    }
    expect(tested()).toBe(before)
    expect((await editor.post('/api/panel/test', {})).body).toMatchObject({ ok: true })
  })

  it('[PAN15] sends the stored key to its own panel only, and asks for the right', async () => {
    const { api } = await host.signIn({ permissions: ['admin.root'] })
    // The comparison with the panel runs meanwhile; a test of the connection lists the locations.
    const tested = () => host.panel.calls.filter(({ path }) => path.includes('/locations')).length
    const before = tested()
    const elsewhere = await api.post('/api/panel/test', { baseUrl: 'http://127.0.0.1:9' })
    expect(elsewhere.body).toMatchObject({ error_code: 'PANEL_KEY_NEEDED' })
    expect(tested()).toBe(before)
    const customer = await host.signIn()
    expect((await customer.api.post('/api/panel/test', {})).status).toBe(403)
    expect(JSON.stringify((await customer.api.get('/api/system/settings')).body)).not.toContain(
      host.panel.apiKey,
    )
  })
})
