import { afterAll, beforeAll, expect, it } from 'vitest'
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
afterAll(() => host.stop())

type Row = Record<string, unknown> & { id: string; buildId: string; status: string; telling: boolean }

const staff = (...permissions: string[]) => host.signIn({ permissions })
const listed = async (api: ApiClient, user: string) =>
  (await api.get(`/api/servers/of/${user}`)).body as unknown as { servers: Row[]; panelUrl: string }

/** A customer with a server that stands on the panel. */
const aCustomer = async () => {
  const { api, person } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  const { api: eyes } = await staff('admin.servers.list')
  const server = await until('the server is there', async () => (await listed(eyes, person.id)).servers[0])
  const account = host.panel.state.users.find(({ external_id }) => external_id === person.id)
  const onPanel = () => host.panel.state.servers.find(({ user }) => user === account?.id)?.status
  const path = `/api/servers/of/${person.id}/${server.id}/suspension`
  return { api, person, server, onPanel, path, now: async () => (await listed(eyes, person.id)).servers[0] }
}

const suspend = { suspended: true, reason: 'abuse report 17' }
const unsuspend = { suspended: false, reason: 'cleared up' }

it('[SRV24] staff see the servers of a customer, where they came from and where they open', async () => {
  const { person, server } = await aCustomer()
  const { api } = await staff('admin.servers.list', 'admin.server.queue.view')
  expect(server).toMatchObject({
    name: 'Survival',
    status: 'active',
    location: { name: 'Place 1' },
    memory: 512,
    telling: false,
  })
  expect((await listed(api, person.id)).panelUrl).toBe(host.panel.url)
  expect((await api.get(`/api/server-queue/${server.buildId}`)).body).toMatchObject({
    item: { name: 'Survival', owner: { id: person.id } },
  })
})

it('[SRV24] only with the permission, and of nobody who is not there', async () => {
  const { api, person, path } = await aCustomer()
  expect((await api.get(`/api/servers/of/${person.id}`)).status).toBe(403)
  expect((await api.put(path, suspend)).status).toBe(403)
  const { api: reader } = await staff('admin.servers.list')
  expect((await reader.put(path, suspend)).status).toBe(403)
  expect((await reader.get('/api/servers/of/0198c0de-0000-7000-8000-000000000001')).status).toBe(404)
})

it('[SRV25] staff suspend a server and bring it back; the panel follows, the log keeps the reason', async () => {
  const { api, person, server, onPanel, path, now } = await aCustomer()
  const { api: editor, person: agent } = await staff('admin.servers.edit')
  expect((await editor.put(path, suspend)).status).toBe(200)
  await until('the panel has suspended it', async () => onPanel() === 'suspended')
  await until('the list says so', async () => (await now())?.status === 'suspended')
  expect((await editor.put(path, suspend)).status).toBe(200)
  await editor.put(path, unsuspend)
  await until('the panel has it running again', async () => onPanel() === null)
  await until('the list says so', async () => (await now())?.status === 'active')
  const { rows } = await host.pool.query(
    `select actor, action, after from kernel.audit where target = $1 and action like 'servers:%suspended' order by id`,
    [person.id],
  )
  expect(rows).toMatchObject([
    { actor: agent.id, action: 'servers:suspended', after: { server: server.id, reason: suspend.reason } },
    { actor: agent.id, action: 'servers:unsuspended', after: { reason: unsuspend.reason } },
  ])
  const { body } = await api.get('/api/account/activity')
  expect(body['items']).toContainEqual(expect.objectContaining({ action: 'servers:suspended' }))
})

it('[SRV25] says that the panel is not told yet while it is silent, and tells it when it is back', async () => {
  const { onPanel, path, now } = await aCustomer()
  const { api: editor } = await staff('admin.servers.edit')
  const lift = host.panel.fault({ kind: 'down', path: '/servers' })
  await editor.put(path, suspend)
  expect(await now()).toMatchObject({ status: 'active', suspendedByStaff: true, telling: true })
  lift()
  await until('the panel has suspended it', async () => onPanel() === 'suspended')
  await until('the list says so', async () => (await now())?.status === 'suspended')
  const liftAgain = host.panel.fault({ kind: 'down', path: '/servers' })
  await editor.put(path, unsuspend)
  expect(await now()).toMatchObject({ status: 'suspended', suspendedByStaff: false, telling: true })
  liftAgain()
  await until('the panel has it running again', async () => onPanel() === null)
})

it('[SRV25] refuses a stranger’s server, one without an owner’s reach, and a wrong wish', async () => {
  const { path, person } = await aCustomer()
  const other = await host.signIn()
  const { api: editor } = await staff('admin.servers.edit')
  expect((await editor.put(path.replace(person.id, other.person.id), suspend)).status).toBe(404)
  expect((await editor.put(path, { suspended: true, reason: '' })).body['fields']).toHaveProperty('reason')
  const above = await host.signIn({ role: 'Administrator' })
  expect((await editor.put(path.replace(person.id, above.person.id), suspend)).body.error_code).toBe(
    'SERVERS_EXCEEDS_OWN',
  )
})

it('[SRV26] the end of a ban brings back only what staff did not suspend besides', async () => {
  const { api, person, server, path } = await aCustomer()
  const admin = await host.signIn({ role: 'Administrator' })
  await host.allow(person.id, { slots: 1, memory: 1024, cpu: 100, disk: 1024, ports: 1, backups: 1 })
  await api.post('/api/servers', host.anOrder({ name: 'Creative' }))
  const states = async () =>
    (await listed(admin.api, person.id)).servers.map(({ name, status }) => `${name} ${status}`).sort()
  const untilAre = (...wanted: string[]) =>
    until(wanted.join(', '), async () => (await states()).join() === wanted.join())
  const setBan = async (banned: boolean) => {
    const { item } = (await admin.api.get(`/api/users/${person.id}`)).body as { item?: { version: number } }
    const body = { banned, bannedReason: banned ? 'Spam' : '', version: item?.version }
    expect((await admin.api.patch(`/api/users/${person.id}`, body)).status).toBe(200)
  }
  await untilAre('Creative active', 'Survival active')
  await admin.api.put(path, suspend)
  await setBan(true)
  await untilAre('Creative suspended', 'Survival suspended')
  expect((await admin.api.put(path, unsuspend)).body.error_code).toBe('SERVERS_OWNER_BANNED')
  await setBan(false)
  await untilAre('Creative active', 'Survival suspended')
  // The panel is told of both servers at once: only now is it known that the other one stays.
  await until('nothing is left to tell the panel', async () => {
    const { rows } = await host.pool.query('select 1 from graphile_worker.jobs where key = $1', [
      `suspension:${server.id}`,
    ])
    return rows.length === 0
  })
  expect(await states()).toEqual(['Creative active', 'Survival suspended'])
})
