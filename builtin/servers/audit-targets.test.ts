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
