import type {
  AllowanceGrantAnswer,
  ControlledServer,
  ExtensionAnswer,
  SuspensionAnswer,
} from '@spawnpoint/contracts/servers'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { callService, writeServiceCaller } from '../../tests/support/plugins/service-caller.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

const plugins = createPluginsFolder()
let host: HostingServer

const services = { keeper: 'servers.control', rival: 'servers.control', shop: 'servers.grants' } as const

beforeAll(async () => {
  for (const mode of modes)
    for (const [name, service] of Object.entries(services))
      writeServiceCaller(plugins, { id: `${name}-${mode}`, mode, service, title: `The ${name}` })
  writeServiceCaller(plugins, { id: 'other', mode: 'process', service: 'servers.grants', title: 'The other' })
  host = await startHostingServer({ roots: rootsWith(plugins) })
  await host.server.core.settings.write({ server_renew_enabled: true, server_renew_days: 30 })
})
afterAll(async () => {
  await host.stop()
  plugins.remove()
})

const call = async <T>(plugin: string, method: string, ...args: readonly unknown[]): Promise<T | undefined> =>
  (await callService<T>(host, plugin, method, ...args)).answer
const refused = async (plugin: string, method: string, ...args: readonly unknown[]) =>
  (await callService(host, plugin, method, ...args)).error

type Row = Record<string, unknown> & { id: string; status: string; expiresAt: string | null }
const own = async (api: ApiClient) => ((await api.get('/api/servers')).body['servers'] as Row[])[0]

/** A customer with a server that stands on the panel. */
const aCustomer = async () => {
  const { api, person } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  const server = await until('the server is there', () => own(api))
  const account = host.panel.state.users.find(({ external_id }) => external_id === person.id)
  const onPanel = () => host.panel.state.servers.find(({ user }) => user === account?.id)?.status
  return { api, person, server, onPanel }
}
const isStill = (status: unknown) => status === 'suspended'

describe.each(modes)('servers in the hands of a plugin in its %s', (mode) => {
  const [keeper, rival, shop] = [`keeper-${mode}`, `rival-${mode}`, `shop-${mode}`]

  it('[SRV71] a plugin suspends a server with a reason that its owner reads, and lets it run again', async () => {
    const { api, person, server, onPanel } = await aCustomer()
    const request = { server: server.id, reason: 'Nobody played for 30 days' }
    expect(await call<SuspensionAnswer>(keeper, 'suspend', request)).toEqual({ ok: true, repeated: false })
    expect(await call<SuspensionAnswer>(keeper, 'suspend', request)).toEqual({ ok: true, repeated: true })
    await until('the panel has stopped it', async () => isStill(onPanel()))
    expect(await own(api)).toMatchObject({ suspensionReason: 'The keeper: Nobody played for 30 days' })
    expect(await call<ControlledServer>(keeper, 'find', server.id)).toMatchObject({
      owner: person.id,
      suspendedHere: true,
    })
    expect(await call(keeper, 'resume', { server: server.id })).toEqual({ ok: true, repeated: false })
    expect(await call(keeper, 'resume', { server: server.id })).toEqual({ ok: true, repeated: true })
    await until('the panel lets it run', async () => !isStill(onPanel()))
    expect(await own(api)).toMatchObject({ suspensionReason: null })
    const { items } = (await api.get(`/api/servers/${server.id}/history`)).body as {
      items: { kind: string; by: string; reason: string | null }[]
    }
    expect(items.slice(0, 2)).toMatchObject([
      { kind: 'unsuspended', by: 'system', reason: 'The keeper' },
      { kind: 'suspended', by: 'system', reason: 'The keeper: Nobody played for 30 days' },
    ])
  })

  it('[SRV71] lifts neither what staff nor what another plugin suspended, and staff lift all', async () => {
    const { api, person, server } = await aCustomer()
    const { api: staff } = await host.signIn({ permissions: ['admin.servers.list', 'admin.servers.edit'] })
    const path = `/api/servers/of/${person.id}/${server.id}/suspension`
    const resume = (plugin: string) => call<SuspensionAnswer>(plugin, 'resume', { server: server.id })
    const suspend = (plugin: string) =>
      call<SuspensionAnswer>(plugin, 'suspend', { server: server.id, reason: 'Idle' })
    await suspend(keeper)
    expect(await resume(rival)).toEqual({ ok: false, reason: 'suspended' })
    expect(await suspend(rival)).toEqual({ ok: false, reason: 'suspended' })
    expect((await staff.put(path, { suspended: true, reason: 'Report 17' })).status).toBe(200)
    expect(await own(api)).toMatchObject({ suspensionReason: 'Report 17' })
    expect(await resume(keeper)).toEqual({ ok: false, reason: 'suspended' })
    expect((await staff.put(path, { suspended: false, reason: 'Cleared up' })).status).toBe(200)
    expect(await suspend(rival)).toEqual({ ok: true, repeated: false })
    expect((await staff.put(path, { suspended: false, reason: 'Cleared up' })).status).toBe(200)
    expect(await own(api)).toMatchObject({ suspensionReason: null })
  })

  it('[SRV71] refuses what is no request, and knows no server that is not there', async () => {
    const { person, server } = await aCustomer()
    for (const reason of ['', 'x'.repeat(201)])
      expect(await refused(keeper, 'suspend', { server: server.id, reason })).toContain('E_SERVICE_REQUEST: ')
    for (const id of ['nowhere', randomUUID()])
      expect(await call(keeper, 'suspend', { server: id, reason: 'x' })).toEqual({
        ok: false,
        reason: 'unknown',
      })
    expect(await call(keeper, 'find', randomUUID())).toBeNull()
    expect(await call<ControlledServer[]>(keeper, 'ownedBy', person.id)).toMatchObject([{ id: server.id }])
  })

  it('[SRV72] a plugin raises the limits of a user, once for each key', async () => {
    const { api, person } = await host.signIn()
    const memory = async () =>
      ((await api.get('/api/servers/limits')).body as { total: { memory: number } }).total.memory
    const before = await memory()
    const request = { user: person.id, change: { memory: 512, slots: 1 }, key: `${mode}-1` }
    expect(await call<AllowanceGrantAnswer>(shop, 'add', request)).toMatchObject({
      repeated: false,
      allowance: { memory: before + 512 },
    })
    expect(await call<AllowanceGrantAnswer>(shop, 'add', request)).toMatchObject({
      repeated: true,
      allowance: { memory: before + 512 },
    })
    expect(await call(shop, 'add', { ...request, change: { memory: 1024 } })).toMatchObject({
      reason: 'key-reused',
    })
    expect(await memory()).toBe(before + 512)
    const { rows } = await host.pool.query(
      `select actor, after ->> 'plugin' as plugin, after ->> 'reason' as reason from kernel.audit
       where target = $1 and action = 'servers:limits-changed'`,
      [person.id],
    )
    expect(rows).toEqual([{ actor: null, plugin: shop, reason: 'The shop' }])
  })

  it('[SRV72] takes back what it gave and no more, also when it asks twice at once', async () => {
    const { person } = await host.signIn()
    const add = (plugin: string, memory: number) =>
      call<AllowanceGrantAnswer>(plugin, 'add', { user: person.id, change: { memory }, key: randomUUID() })
    await add(shop, 512)
    expect(await add('other', -1)).toMatchObject({ reason: 'not-given' })
    const answers = await Promise.all([add(shop, -512), add(shop, -512)])
    expect(answers.map((each) => each?.ok).toSorted()).toEqual([false, true])
    expect(await call(shop, 'given', person.id)).toMatchObject({ memory: 0 })
  })

  it('[SRV72] extends a server that expires, once for each key', async () => {
    const { api, server } = await aCustomer()
    const expiry = async () => (await own(api))?.expiresAt ?? ''
    const before = await until('it expires', expiry)
    const request = { server: server.id, days: 7, key: `${mode}-days` }
    const later = new Date(Date.parse(before) + 7 * 86_400_000).toISOString()
    expect(await call<ExtensionAnswer>(shop, 'extend', request)).toEqual({
      ok: true,
      repeated: false,
      expiresAt: later,
    })
    expect(await call<ExtensionAnswer>(shop, 'extend', request)).toMatchObject({ repeated: true })
    expect(await call(shop, 'extend', { ...request, days: 8 })).toMatchObject({ reason: 'key-reused' })
    expect(await expiry()).toBe(later)
  })

  it('[SRV72] refuses what is no request, nobody and nowhere', async () => {
    const { person } = await host.signIn()
    const key = randomUUID()
    for (const change of [{}, { memory: 0.5 }, { memory: 1_000_001 }, { gold: 1 }])
      expect(await refused(shop, 'add', { user: person.id, change, key })).toContain('E_SERVICE_REQUEST: ')
    expect(await refused(shop, 'extend', { server: randomUUID(), days: 366, key })).toContain('days')
    for (const user of ['nobody', randomUUID()])
      expect(await call(shop, 'add', { user, change: { memory: 1 }, key })).toMatchObject({
        reason: 'unknown',
      })
    expect(await call(shop, 'extend', { server: randomUUID(), days: 1, key })).toMatchObject({
      reason: 'unknown',
    })
  })
})

it('[SRV72] says that a server which does not expire cannot be extended', async () => {
  await host.server.core.settings.write({ server_renew_enabled: false })
  const { server } = await aCustomer()
  const key = randomUUID()
  expect(await call('shop-process', 'extend', { server: server.id, days: 1, key })).toEqual({
    ok: false,
    reason: 'no-expiry',
  })
})
