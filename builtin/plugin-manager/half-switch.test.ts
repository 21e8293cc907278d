import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const base = '/api/plugin-manager/plugins'

interface Listed {
  readonly id: string
  readonly state: string
  readonly dependants: readonly string[]
}

/** The database refuses the audit entry of this plugin: the statements before it have been executed by then. */
async function refuseEntriesOf(plugin: string) {
  await server.server.core.pool.query(`
    create function refuse_entry() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$;
    create trigger refuse_entry before insert on kernel.audit
      for each row when (new.target = '${plugin}') execute function refuse_entry()`)
}

const stored = async () => {
  const { pool } = server.server.core
  const plugins = await pool.query('select id from kernel.plugin where not enabled')
  const plan = await pool.query('select version from kernel.plan')
  const audit = await pool.query(`select target from kernel.audit where action = 'plugins:disabled'`)
  return { off: plugins.rows, plan: plan.rows, audit: audit.rows }
}

it('[PLM11] switches a plugin and those that need it off together, or none of them', async () => {
  const { api } = await server.signIn({ permissions: ['admin.plugins.list', 'admin.plugins.edit'] })
  const list = async () => (await api.get(base)).body['plugins'] as Listed[]
  const find = async (id: string) => (await list()).find((each) => each.id === id)
  expect((await find('coins'))?.dependants).toContain('store')
  const before = await stored()

  await refuseEntriesOf('coins')
  const failed = await api.post(`${base}/coins/disable`, { withDependants: true })
  expect(failed.status).toBe(500)
  expect(await stored()).toEqual(before)
  expect([await find('coins'), await find('store')]).toMatchObject([{ state: 'active' }, { state: 'active' }])

  await server.server.core.pool.query('drop function refuse_entry() cascade')
  const done = await api.post(`${base}/coins/disable`, { withDependants: true })
  const plugins = done.body['plugins'] as Listed[]
  const stateOf = (id: string) => plugins.find((each) => each.id === id)?.state
  expect([stateOf('coins'), stateOf('store')]).toEqual(['suspended', 'suspended'])
  expect(Number((await stored()).plan[0]?.version)).toBe(Number(before.plan[0]?.version) + 1)
})
