import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'
import { followStream } from '../../tests/support/server/follow-stream.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'

let host: HostingServer
let owner: Awaited<ReturnType<HostingServer['signIn']>>
let id = ''
let uuid = ''

beforeAll(async () => {
  host = await startHostingServer()
  owner = await host.signIn()
  await owner.api.post('/api/servers', host.anOrder())
  const listed = async () => (await owner.api.get('/api/servers')).body as { servers?: { id: string }[] }
  id = await until('the server is there', async () => (await listed()).servers?.[0]?.id)
  uuid = host.panel.state.servers[0]?.uuid ?? ''
})
afterAll(() => host.stop())

/** Follows a console. */
const follow = (api: ApiClient, path = `/api/servers/${id}`) => followStream(host, api, `${path}/console`)

const logged = async (action: string) => {
  const { rows } = await host.pool.query(
    'select actor, target, after from kernel.audit where action = $1 order by at desc',
    [action],
  )
  return rows
}

it('[SRV57] shows the owner the console, the state and the use of a server', async () => {
  const stream = await follow(owner.api)
  expect(await stream.until('Done (')).toBe(true)

  expect(stream.text()).toMatch(/event: snapshot\n[\s\S]*event: link\n/)
  expect(await stream.until('event: stats')).toBe(true)
  expect(stream.text()).not.toContain(host.panel.clientKey)
  await stream.close()
})

it('[SRV58] shows and sends nothing where the number on the panel is another server’s by now', async () => {
  const rename = (identifier: string) =>
    host.pool.query('update servers.server set identifier = $2 where id = $1', [id, identifier])
  // As after another panel was connected, or this one was restored from an older backup.
  await rename('0ddba11e')
  const before = host.panel.calls.length
  const stream = await follow(owner.api)
  expect(await stream.until('"state":"waiting"')).toBe(true)
  expect(stream.text()).not.toContain('Done (')
  await stream.close()
  const answers = [
    await owner.api.post(`/api/servers/${id}/console/commands`, { command: 'op stranger' }),
    await owner.api.post(`/api/servers/${id}/power`, { signal: 'kill' }),
  ]
  expect(answers.map(({ body }) => body.error_code)).toEqual(['SERVERS_NOT_READY', 'SERVERS_NOT_READY'])
  expect(host.panel.calls.slice(before).filter(({ path }) => path.includes('/api/client/'))).toEqual([])
  await rename(uuid.slice(0, 8))
})

it('[SRV58] keeps strangers and staff without the right out: the server is not there', async () => {
  const stranger = await host.signIn()
  const listing = await host.signIn({ permissions: ['admin.servers.list'] })
  const staff = await host.signIn({ permissions: ['admin.servers.edit'] })
  const all = `/api/servers/all/${id}`
  const tryAll = async (api: ApiClient, path: string) => [
    (await follow(api, path)).status,
    (await api.post(`${path}/console/commands`, { command: 'list' })).status,
    (await api.post(`${path}/power`, { signal: 'kill' })).status,
  ]
  for (const { api } of [stranger, listing, staff])
    expect(await tryAll(api, `/api/servers/${id}`)).toEqual([404, 404, 404])
  for (const { api } of [stranger, listing]) expect(await tryAll(api, all)).toEqual([403, 403, 403])
  expect((await owner.api.get(`/api/servers/${randomUUID()}/console`)).status).toBe(404)
  expect((await stranger.api.get(`/api/servers/all/${id}`)).status).toBe(403)
  const stream = await follow(staff.api, all)
  expect(await stream.until('event: snapshot')).toBe(true)
  await stream.close()
})

it('[SRV58] keeps staff out of the servers of somebody with more permissions', async () => {
  await host.pool.query('update servers.server set owner = $1 where id = $2', [
    (await host.signIn({ role: 'Administrator' })).person.id,
    id,
  ])
  const staff = await host.signIn({ permissions: ['admin.servers.edit'] })
  const answers = [
    await staff.api.get(`/api/servers/all/${id}/console`),
    await staff.api.post(`/api/servers/all/${id}/power`, { signal: 'kill' }),
  ]
  await host.pool.query('update servers.server set owner = $1 where id = $2', [owner.person.id, id])
  expect(answers.map(({ body }) => body.error_code)).toEqual(['SERVERS_EXCEEDS_OWN', 'SERVERS_EXCEEDS_OWN'])
})

it('[SRV58] ends the stream of somebody who has lost the server or the session', async () => {
  const again = await host.signInAgain(owner.person.id)
  const [moved, ended] = [await follow(owner.api), await follow(again)]
  for (const stream of [moved, ended]) expect(await stream.until('event: snapshot')).toBe(true)
  const { sessions } = host.server.core
  const [latest] = (await sessions.list(owner.person.id, null)).toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  )
  await sessions.revoke(owner.person.id, latest?.id ?? '')
  expect(await ended.until('never written')).toBe(false)
  const other = await host.signIn()
  await host.pool.query('update servers.server set owner = $1 where id = $2', [other.person.id, id])
  expect(await moved.until('never written')).toBe(false)
  await host.pool.query('update servers.server set owner = $1 where id = $2', [owner.person.id, id])
})

it('[SRV59] sends commands and power signals, logs who sent what, and slows those who hurry', async () => {
  const stream = await follow(owner.api)
  expect(await stream.until('Done (')).toBe(true)
  const send = (command: string) => owner.api.post(`/api/servers/${id}/console/commands`, { command })
  expect((await send('say hello there')).status).toBe(200)
  expect(await stream.until('[Server] hello there')).toBe(true)
  expect((await logged('servers:command'))[0]).toEqual({
    actor: owner.person.id,
    target: id,
    after: { command: 'say hello there' },
  })
  expect((await send('say one\nstop')).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: 12 }, () => send('list')))
  expect(answers.map(({ body }) => body.error_code)).toContain('SERVERS_TOO_FAST')
  expect((await owner.api.post(`/api/servers/${id}/power`, { signal: 'kill' })).status).toBe(200)
  expect(await stream.until('"state":"offline"')).toBe(true)
  expect((await logged('servers:power'))[0]).toMatchObject({ after: { signal: 'kill' } })
  await stream.close()
})

it('[SRV59] says why a command or signal did not arrive', async () => {
  const power = async () =>
    (await owner.api.post(`/api/servers/${id}/power`, { signal: 'stop' })).body.error_code
  host.panel.fault({ kind: 'status', status: 500, path: '/power', times: 1 })
  expect(await power()).toBe('SERVERS_PANEL_AWAY')
  host.panel.fault({ kind: 'cut-after', path: '/power', times: 1 })
  expect(await power()).toBe('SERVERS_UNCLEAR')
  host.panel.fault({ kind: 'status', status: 409, path: '/power', times: 1 })
  expect(await power()).toBe('SERVERS_NOT_READY')
  expect(host.panel.wings.machineOf(uuid).state()).toBe('offline')
})

it('[SRV82] tells the owner what the games do that are known, and others nothing', async () => {
  const states = async (api: ApiClient) => (await api.get('/api/servers/states')).body['states']
  await vi.waitFor(async () => expect(await states(owner.api)).toEqual([{ id, state: 'offline' }]))
  expect(await states((await host.signIn()).api)).toEqual([])
  await host.pool.query(`update servers.server set status = 'suspended' where id = $1`, [id])
  expect(await states(owner.api)).toEqual([])
  await host.pool.query(`update servers.server set status = 'active' where id = $1`, [id])
  await host.server.core.settings.write({ pterodactyl_client_key: '' })
  expect(await states(owner.api)).toEqual([])
  await host.server.core.settings.write({ pterodactyl_client_key: host.panel.clientKey })
})

it('[SRV60] has no consoles without a client key, and says so', async () => {
  const consoleOf = async () => (await owner.api.get('/api/servers')).body['console']
  expect(await consoleOf()).toBe(true)
  await host.server.core.settings.write({ pterodactyl_client_key: '' })
  expect(await consoleOf()).toBe(false)
  expect((await owner.api.get(`/api/servers/${id}/console`)).body.error_code).toBe('SERVERS_NO_CONSOLE')
  await host.server.core.settings.write({ pterodactyl_client_key: host.panel.clientKey })
})
