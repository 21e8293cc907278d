import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())

it('[SRV76] the audit log names servers and leads to their page, for those who may list servers', async () => {
  const { person } = await given.signIn()
  const [there, gone] = [randomUUID(), randomUUID()]
  await given.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations)
     values ($1, $2, 1, 'abcd1234', 'Skyblock', '', $2, $2, $2, 1, 1, 1, 0, 0, 0)`,
    [there, person.id],
  )
  for (const [target, before] of [
    [there, null],
    [gone, { name: 'Creative' }],
    [person.id, null],
  ] as const)
    await given.pool.query(
      `insert into kernel.audit (actor, action, target, before) values (null, 'servers:changed', $1, $2)`,
      [target, before],
    )
  const targetOf = async (api: ApiClient, id: string) => {
    const { body } = await api.get(`/api/audit-log/entries?search=${id}`)
    return (body as unknown as { items: readonly { target: { name: unknown; page: unknown } }[] }).items
      .map(({ target: { name, page } }) => ({ name, page }))
      .at(-1)
  }
  const staff = await given.signIn({ permissions: ['admin.audit.view', 'admin.servers.list'] })
  expect(await targetOf(staff.api, there)).toEqual({ name: 'Skyblock', page: 'server' })
  expect(await targetOf(staff.api, gone)).toEqual({ name: 'Creative', page: null })
  expect(await targetOf(staff.api, person.id)).toEqual({ name: null, page: null })
  const auditor = await given.signIn({ permissions: ['admin.audit.view'] })
  expect(await targetOf(auditor.api, there)).toEqual({ name: null, page: null })
})

it('[SRV76][AUD8] what staff do to a server is about the server, found by it and by its owner, old entries too', async () => {
  const { person } = await given.signIn({ username: 'priya-owner' })
  const [there, gone] = [randomUUID(), randomUUID()]
  await given.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations)
     values ($1, $2, 1, 'abcd1234', 'Iron league', '', $2, $2, $2, 1, 1, 1, 0, 0, 0)`,
    [there, person.id],
  )
  const staff = await given.signIn({
    permissions: ['admin.audit.view', 'admin.servers.list', 'admin.servers.edit'],
  })
  const suspended = await staff.api.put(`/api/servers/of/${person.id}/${there}/suspension`, {
    suspended: true,
    reason: 'abuse report 17',
  })
  expect(suspended.status).toBe(200)
  // As earlier versions wrote it, of a server that is gone.
  await given.pool.query(
    `insert into kernel.audit (actor, action, target, after) values (null, 'servers:unsuspended', $1, $2)`,
    [person.id, { server: gone, name: 'Moonbase', suspended: false, reason: 'cleared up' }],
  )
  interface Shown {
    readonly action: string
    readonly target: unknown
    readonly person: unknown
  }
  const found = async (api: ApiClient, search: string) => {
    const { body } = await api.get(`/api/audit-log/entries?search=${search}`)
    return (body as unknown as { items: readonly Shown[] }).items
      .filter(({ action }) => action.endsWith('suspended'))
      .map(({ action, target, person: about }) => ({ action, target, person: about }))
  }
  const owner = { id: person.id, username: 'priya-owner' }
  const ofThere = {
    action: 'servers:suspended',
    target: { id: there, username: null, name: 'Iron league', page: 'server' },
    person: owner,
  }
  const ofGone = {
    action: 'servers:unsuspended',
    target: { id: gone, username: null, name: 'Moonbase', page: null },
    person: owner,
  }
  expect(await found(staff.api, there)).toEqual([ofThere])
  expect(await found(staff.api, gone)).toEqual([ofGone])
  expect(await found(staff.api, 'priya-owner')).toEqual([ofGone, ofThere])
  const auditor = await given.signIn({ permissions: ['admin.audit.view'] })
  expect(await found(auditor.api, there)).toMatchObject([{ target: owner, person: null }])
})

it('[AUD20] the file names the server as the target and its owner beside it, other entries as they are', async () => {
  const { person } = await given.signIn()
  const [there, build] = [randomUUID(), randomUUID()]
  const write = (action: string, target: string | null, before: object | null, after: object | null) =>
    given.pool.query(
      'insert into kernel.audit (actor, action, target, before, after) values (null, $1, $2, $3, $4)',
      [action, target, before, after],
    )
  await write('servers:file-suspended', person.id, null, { server: there, reason: 'abuse' })
  await write('servers:file-deleted', person.id, { server: there }, null)
  await write('servers:file-changed', there, null, { name: 'Skyblock' })
  await write('servers:file-swept', null, null, null)
  await write('users:file-edited', person.id, null, { server: build })
  const staff = await given.signIn({ permissions: ['admin.audit.view'] })
  const { body } = await staff.api.get('/api/audit-log/entries.csv')
  const [head = [], ...lines] = String(body['text'])
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const [action, target, about] = ['action', 'target', 'person'].map((name) => head.indexOf(name))
  const shown = lines
    .filter((line) => line[action ?? -1]?.includes(':file-'))
    .map((line) => [line[action ?? -1], line[target ?? -1], line[about ?? -1]])
  expect(shown).toEqual([
    ['users:file-edited', person.id, ''],
    ['servers:file-swept', '', ''],
    ['servers:file-changed', there, ''],
    ['servers:file-deleted', there, person.id],
    ['servers:file-suspended', there, person.id],
  ])
})
