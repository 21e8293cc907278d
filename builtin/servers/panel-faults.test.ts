import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PanelFault } from '../../sdk/panel-emulator/panel-faults.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer
// Rooms that were asked for are kept for 15 seconds.
let now = Date.now() + 60_000

beforeAll(async () => {
  host = await startHostingServer({ clock: { now: () => new Date(now) } })
})
afterEach(() => host.panel.clearFaults())
afterAll(() => host.stop())

type Row = { id: string; problem: string | null }
type Listed = { servers: Row[]; queued: unknown[]; slots: { used: number } }

const list = async (api: ApiClient) => (await api.get('/api/servers')).body as unknown as Listed
const used = async (api: ApiClient) => (await list(api)).slots.used

const faults: [string, PanelFault][] = [
  ['is down', { kind: 'down' }],
  ['is slow', { kind: 'slow', ms: 1_500 }],
  ['answers with HTML', { kind: 'html' }],
  ['is behind a gateway that gives up', { kind: 'html', status: 504 }],
  ['redirects elsewhere', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
  ['answers 429', { kind: 'status', status: 429, retryAfter: 1 }],
  ['answers 500', { kind: 'status', status: 500 }],
  ['refuses the key', { kind: 'status', status: 401 }],
  ['answers nothing', { kind: 'empty' }],
  ['answers nonsense', { kind: 'wrong-json' }],
  ['answers without end', { kind: 'huge' }],
  ['breaks off within its answer', { kind: 'half' }],
  ['does it and dies', { kind: 'cut-after' }],
]

let patience = 30

/** With a short patience where the panel is slow; afterwards with a client that has not met the fault. */
const during = async (fault: PanelFault, act: () => Promise<void>) => {
  if (fault.kind === 'slow') await host.server.core.settings.write({ panel_timeout_seconds: 1 })
  await act()
  host.panel.clearFaults()
  patience = patience === 30 ? 31 : 30
  await host.server.core.settings.write({ panel_timeout_seconds: patience })
}

/** Time goes by, and what waits for it is tried at once. */
const hurry = async (unless = 'false') => {
  now += 2_000
  await host.pool.query(
    `update graphile_worker._private_jobs set run_at = now()
     where payload ->> 'job' in ('transfer', 'build') and locked_at is null and not (${unless})`,
  )
}

const isBuilt = async (api: ApiClient) => {
  await hurry()
  return (await list(api)).servers.length === 1
}

describe('the transfer of a server to a panel that', () => {
  // A slow panel has moved the server after all: a third attempt would succeed before the second is seen.
  const failedTwice = 'exists (select 1 from servers.server where tries >= 2)'
  const hasFailedTwice = async () => {
    await hurry(failedTwice)
    return (await host.pool.query(`select 1 where ${failedTwice}`)).rowCount === 1
  }

  it.each(faults)('[SRV46] %s: it stays, holds the limits of both, and moves once', async (_what, fault) => {
    const [owner, receiver] = [await host.signIn(), await host.signIn()]
    const { api } = await host.signIn({ permissions: ['admin.servers.list', 'admin.servers.edit'] })
    await owner.api.post('/api/servers', host.anOrder())
    const server = await until(
      'the server is there',
      async () => (await isBuilt(owner.api)) && (await list(owner.api)).servers[0],
    )
    const before = host.panel.calls.length
    const told = () =>
      host.panel.calls
        .slice(before)
        .filter(({ method, path }) => method === 'PATCH' && path.endsWith('/details')).length
    const isDone = fault.kind === 'half' || fault.kind === 'cut-after'
    await during(fault, async () => {
      // The account of the new owner is made, and the server moved, each with the fault.
      host.panel.fault({ ...fault, method: 'POST', path: '/users', times: 1 })
      host.panel.fault({ ...fault, method: 'PATCH', path: '/details' })
      const given = await api.put(`/api/servers/all/${server.id}/owner`, {
        owner: receiver.person.id,
        reason: 'Sold to a friend',
      })
      expect(given.status).toBe(200)
      // A panel that does it and does not say so is found to have done it.
      if (isDone) {
        await until('the panel was told', async () => {
          await hurry()
          return told() > 0
        })
        return
      }
      await until('the panel has failed twice', hasFailedTwice)
      expect(await list(owner.api)).toMatchObject({
        servers: [{ id: server.id, problem: 'PANEL_AWAY' }],
        slots: { used: 1 },
      })
      expect(await list(receiver.api)).toMatchObject({ servers: [], slots: { used: 1 } })
    })
    await until('it is theirs', () => isBuilt(receiver.api))
    expect([await used(owner.api), await used(receiver.api)]).toEqual([0, 1])
    if (isDone) expect(told()).toBe(1)
    const accounts = host.panel.state.users.filter(({ external_id }) => external_id === receiver.person.id)
    expect(accounts).toHaveLength(1)
    expect(host.panel.state.servers.filter(({ user }) => user === accounts[0]?.id)).toHaveLength(1)
    const { rows } = await host.pool.query(
      `select action from kernel.audit where target = $1 and action = 'servers:transferred'
       union all select kind from servers.history where server = $2 and kind = 'transferred'`,
      [receiver.person.id, server.id],
    )
    expect(rows).toHaveLength(2)
  })
})

describe('an order while the nodes of a panel cannot be read, which', () => {
  it.each(faults)(
    '[SRV66] %s: no place is said to be full, and the server is built once',
    async (_what, fault) => {
      const { api } = await host.signIn()
      now += 20_000
      await during(fault, async () => {
        host.panel.fault({ ...fault, path: '/nodes' })
        expect((await api.get('/api/servers/places?memory=512&disk=512')).body).toMatchObject({ open: null })
        now += 20_000
        const { status, body } = await api.post('/api/servers', host.anOrder())
        expect(status).toBe(200)
        await until('it is built', () => isBuilt(api))
        const built = host.panel.state.servers.filter(({ external_id }) => external_id === body['id'])
        expect(built).toHaveLength(1)
      })
      expect(await list(api)).toMatchObject({ queued: [], slots: { used: 1 } })
    },
  )
})

describe('the settings of an egg of a panel that', () => {
  const chosen = { environment: { SERVER_JARFILE: 'other.jar' } }

  it.each(faults)(
    '[SRV65] %s: an order with them is refused and holds nothing, then taken once',
    async (_what, fault) => {
      const { api } = await host.signIn()
      const order = host.anOrder(chosen)
      // An egg that was read before is asked for again.
      now += 20_000
      await during(fault, async () => {
        host.panel.fault({ ...fault, path: '/nests' })
        const read = await api.get(`/api/servers/eggs/${host.egg.id}/variables`)
        expect([read.status, read.body.error_code]).toEqual([502, 'SERVERS_SETTINGS_AWAY'])
        const refused = await api.post('/api/servers', order)
        expect([refused.status, refused.body.error_code]).toEqual([502, 'SERVERS_SETTINGS_AWAY'])
        expect(await list(api)).toMatchObject({ servers: [], queued: [], slots: { used: 0 } })
      })
      const taken = async () => {
        const { status, body } = await api.post('/api/servers', order)
        return status === 200 && String(body['id'])
      }
      // After "too many calls" the panel is left alone for a moment.
      const id = await until('it is taken', taken)
      expect(await taken()).toBe(id)
      await until('it is built', () => isBuilt(api))
      const built = host.panel.state.servers.filter(({ external_id }) => external_id === id)
      expect(built).toMatchObject([{ environment: chosen.environment }])
    },
  )
})
