import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('[AUD6] forgets addresses after the days of the settings, and keeps the entries', async () => {
  await server.pool.query(
    `insert into kernel.audit (at, action, after, ip)
     select now() - make_interval(days => days), 'test:' || days, '{"limit":1}', '203.0.113.7'
     from unnest(array[1, 100, 366]) as days`,
  )
  const withAddress = async () => {
    const { rows } = await server.pool.query<{ action: string }>(
      `select action from kernel.audit where action like 'test:%' and ip is not null order by at desc`,
    )
    return rows.map(({ action }) => action)
  }
  const forget = () => server.server.core.runner.forPlugin('audit-log').add('forget-addresses', {})
  await forget()
  await expect.poll(withAddress).toEqual(['test:1', 'test:100'])
  await server.server.core.settings.write({ audit_keep_address_days: 99 })
  await forget()
  await expect.poll(withAddress).toEqual(['test:1'])
  const { rowCount } = await server.pool.query(
    `select from kernel.audit where action like 'test:%' and after is not null`,
  )
  expect(rowCount).toBe(3)
})
