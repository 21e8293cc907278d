import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('[MAI18] keeps emails for the days that the settings say', async () => {
  await server.pool.query(
    `insert into mail.email (id, address, subject, paragraphs, status, created_at)
     select gen_random_uuid(), 'ada@example.com', days || ' days', array['Hello'], 'sent', now() - make_interval(days => days)
     from unnest(array[1, 8, 181]) as days`,
  )
  const left = async () => {
    const { rows } = await server.pool.query<{ subject: string }>(
      'select subject from mail.email order by created_at desc',
    )
    return rows.map(({ subject }) => subject)
  }
  const drop = () => server.server.core.runner.forPlugin('mail').add('drop-old-emails', {})
  await drop()
  await expect.poll(left).toEqual(['1 days', '8 days'])
  await server.server.core.settings.write({ mail_keep_days: 7 })
  await drop()
  await expect.poll(left).toEqual(['1 days'])
})
