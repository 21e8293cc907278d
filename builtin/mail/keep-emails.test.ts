import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Notes an address as one that bounced, and answers it. */
async function bounce(address: string, user: string | null, days = 0) {
  await server.pool.query(
    `insert into mail.bounce (address, user_id, reason, since)
     values (lower($1), $2, '550 5.1.1', now() - make_interval(days => $3))`,
    [address, user, days],
  )
  return address.toLowerCase()
}
const bounces = async () => {
  const { rows } = await server.pool.query<{ address: string; user_id: string | null }>(
    'select address, user_id from mail.bounce',
  )
  return Object.fromEntries(rows.map(({ address, user_id }) => [address, user_id]))
}
const erase = (id: string) =>
  server.server.core.orm.transaction(async (tx) => server.server.core.services.find(Users)?.erase(tx, id))
const aPerson = async () => (await server.signIn()).person

it('[MAI20] forgets the addresses that bounced with the person, and leaves those of others', async () => {
  await server.pool.query('delete from mail.bounce')
  const [gone, other] = [await aPerson(), await aPerson()]
  await bounce(gone.email, gone.id)
  await bounce('former.b@example.com', gone.id)
  await bounce('unclaimed.c@example.com', null)
  await bounce('unclaimed.d@example.com', null)
  // It was the first one's before it became the other's.
  const taken = await bounce(other.email, gone.id)
  await server.pool.query(
    `insert into mail.email (id, user_id, address, subject, paragraphs, status, created_at)
     values (gen_random_uuid(), $1, 'Unclaimed.C@example.com', 'Hi', array['Hello'], 'failed', now())`,
    [gone.id],
  )
  await erase(gone.id)
  await expect.poll(bounces).toEqual({ [taken]: other.id, 'unclaimed.d@example.com': null })
})

it('[MAI20] forgets the addresses of a person whose emails are gone already', async () => {
  await server.pool.query('delete from mail.bounce')
  const gone = await aPerson()
  await bounce('lone.a@example.com', gone.id)
  await erase(gone.id)
  await expect.poll(bounces).toEqual({})
})

it('[MAI20] keeps old addresses that bounced for as long as they belong to an account', async () => {
  await server.pool.query('delete from mail.bounce')
  const one = await aPerson()
  const theirs = await bounce(one.email, one.id, 200)
  await bounce('former@example.com', one.id, 200)
  const fresh = await bounce('fresh@example.com', null, 2)
  await server.server.core.settings.write({ mail_keep_days: 180 })
  await server.server.core.runner.forPlugin('mail').add('drop-old-emails', {})
  await expect.poll(bounces).toEqual({ [theirs]: one.id, [fresh]: null })
})

it('[MAI20] notes no address for an email that was deleted while it was refused', async () => {
  const box = await startMailbox()
  const deletion = await server.pool.connect()
  try {
    await server.server.core.settings.write({
      smtp_enabled: true,
      smtp_host: '127.0.0.1',
      smtp_port: box.port,
      smtp_encryption: 'none',
      smtp_from: 'Acme <noreply@example.com>',
    })
    await server.pool.query('delete from mail.bounce')
    box.refuseOnly('gone@example.com')
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into mail.email (id, address, subject, paragraphs, status, created_at)
       values (gen_random_uuid(), 'gone@example.com', 'Hi', array['Hello'], 'queued', now()) returning id`,
    )
    const email = rows[0]?.id
    await deletion.query('begin')
    await deletion.query('select from mail.email where id = $1 for update', [email])
    await server.server.core.runner.forPlugin('mail').add('send-email', { email })
    const waiting = () =>
      server.pool.query(`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`)
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0)
    await deletion.query('delete from mail.email where id = $1', [email])
    await deletion.query('commit')
    const jobs = () =>
      server.pool.query(`select from graphile_worker._private_jobs where payload->'payload'->>'email' = $1`, [
        email,
      ])
    await expect.poll(async () => (await jobs()).rowCount).toBe(0)
    expect(await bounces()).toEqual({})
  } finally {
    deletion.release()
    await box.stop()
  }
})

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

it('[MAI8] gives up an email whose link another SECRET_KEY sealed, at once and with that reason', async () => {
  const { person } = await server.signIn()
  await server.pool.query(
    `insert into mail.email (id, user_id, address, subject, paragraphs, action_label, action_url, status, created_at)
     values ($1, $2, 'ada@example.com', 'Hi', array['Hello'], 'Open', 'v1.sealedByAnother', 'queued', now())`,
    [randomUUID(), person.id],
  )
  const read = async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      'select id, status, failure, action_url from mail.email where user_id = $1',
      [person.id],
    )
    return rows[0]
  }
  await server.server.core.runner.forPlugin('mail').add('send-email', { email: (await read())?.id })
  await expect.poll(read).toMatchObject({
    status: 'failed',
    failure: 'Not sent, because its link was sealed with another SECRET_KEY.',
    action_url: null,
  })
  const logged = server.server.core.recentLog.list().map((line) => JSON.stringify(line))
  expect(logged.find((line) => line.includes('an email was not sent'))).toContain('another SECRET_KEY')
})
