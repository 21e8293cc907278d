import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aRegistration } from '../../builtin/auth/testing.ts'
import { startHostingServer } from '../support/server/start-hosting-server.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'
import { watchNestedPoolUse } from '../support/server/nested-pool-use.ts'

let server: TestServer
let seen: readonly string[]
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  await server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: 9,
    smtp_from: 'host@example.com',
  })
  // A connection must not be waited for: the worker's own would free some.
  await server.server.core.runner.stop()
  seen = watchNestedPoolUse(server)
})
afterAll(() => server.stop())

const PEOPLE = 25
const people = Array.from({ length: PEOPLE }, (_, n) => n)

it('[AUT28] lets 25 register at once on a pool of 20 connections, each with an email', async () => {
  expect(server.pool.options.max).toBe(20)
  const answers = await Promise.all(
    people.map((n) =>
      server
        .anonymous()
        .post(
          '/api/auth/register',
          aRegistration({ username: `crowd${n}`, email: `crowd${n}@example.com` }),
          {
            'x-forwarded-for': `198.51.100.${n}`,
          },
        ),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
  const { rows } = await server.pool.query(`select 1 from mail.email where address like 'crowd%'`)
  expect(rows).toHaveLength(PEOPLE)
})

it('[AUT28] lets 25 change their address at once', async () => {
  const signedIn = await Promise.all(people.map(() => server.signIn()))
  const answers = await Promise.all(
    signedIn.map(({ api, person }) => api.put('/api/account/email', { email: `new-${person.email}` })),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
})

async function aResetToken({ id, email }: { readonly id: string; readonly email: string }) {
  const token = randomBytes(32).toString('base64url')
  await server.pool.query(
    `insert into auth.token (purpose, user_id, token_hash, email, expires_at)
     values ('reset', $1, $2, $3, now() + interval '1 hour')`,
    [id, createHash('sha256').update(token).digest('base64url'), email],
  )
  return token
}

it('[AUT28] lets 25 reset their password at once', async () => {
  const tokens = await Promise.all(people.map(async () => aResetToken((await server.signIn()).person)))
  const answers = await Promise.all(
    tokens.map((token, n) =>
      server.anonymous().post(
        '/api/auth/reset',
        { token, password: 'another fine phrase 8' },
        {
          'x-forwarded-for': `203.0.113.${n}`,
        },
      ),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
})

it('[AUT28] takes no second connection inside a transaction', () => {
  expect(seen).toEqual([])
})

it('[SRV13] takes none either while servers are ordered, bought for, changed and handed over', async () => {
  const host = await startHostingServer()
  const nested = watchNestedPoolUse(host)
  await host.server.core.settings.write({ store_enabled: true })
  const { api: root } = await host.signIn({ role: 'Administrator' })
  const customers = await Promise.all(people.map(() => host.signIn()))
  for (const { person } of customers)
    await host.allow(person.id, { slots: 3, memory: 4_096, cpu: 400, disk: 4_096, ports: 4, backups: 4 })
  await root.patch('/api/settings', { values: { company_name: 'Acme' } })
  const ordered = await Promise.all(customers.map(({ api }) => api.post('/api/servers', host.anOrder())))
  expect(ordered.map(({ status }) => status)).toEqual(people.map(() => 200))
  await Promise.all(
    customers.map(({ api }) =>
      api.post('/api/store/purchases', { item: 'ram', price: 100, requestKey: randomUUID() }),
    ),
  )
  await Promise.all(
    customers.map(({ person }) =>
      root.patch(`/api/users/${person.id}`, { version: 1, banned: true, bannedReason: 'a test' }),
    ),
  )
  await Promise.all(customers.slice(5).map(({ person }) => root.delete(`/api/users/${person.id}`)))
  expect(nested).toEqual([])
  await host.stop()
})
