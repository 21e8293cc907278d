import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aRegistration } from './testing.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let home: TestServer
let server: TestServer

/** A database whose `lower` knows more characters than ASCII, as those of most hosts do. */
beforeAll(async () => {
  home = await startTestServer()
  await home.pool.query(
    `create database look_alike template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`,
  )
  const address = new URL(home.config.databaseUrl ?? '')
  address.pathname = '/look_alike'
  server = await startTestServer({ env: { DATABASE_URL: address.href, TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await server.stop()
  await home.pool.query('drop database look_alike with (force)')
  await home.stop()
})

it('[AUT3] counts no tries of a name under look-alike characters, since they lead to nobody', async () => {
  const { rows } = await server.pool.query<{ lowered: string }>(`select lower('\u0130') as lowered`)
  expect(rows).toEqual([{ lowered: 'i' }])
  const name = `vivian${randomUUID().slice(0, 8)}`
  const registration = aRegistration({ username: name, email: `${name}@mail.example` })
  expect((await server.anonymous().post('/api/auth/register', registration)).status).toBe(200)
  const logIn = (login: string, place: number) =>
    server
      .anonymous()
      .post(
        '/api/auth/login',
        { login, password: registration.password },
        { 'x-forwarded-for': `203.0.113.${place}` },
      )
  expect((await logIn(registration.username.toUpperCase(), 1)).status).toBe(200)
  for (const login of [
    registration.username.replace('i', '\u0130'),
    registration.email.replace('i', '\u0130'),
  ])
    expect((await logIn(login, 2)).body).toMatchObject({ error_code: 'AUTH_INVALID' })
})

it.each([
  ['0000-01-01T00:00:00.000Z'],
  ['9999-01-01T00:00:00.000+23:59'],
  [`2026-01-01T00:00:00.${'9'.repeat(300)}Z`],
])('[USR3] refuses a cursor with the moment %s', async (moment) => {
  const { api } = await server.signIn({ permissions: ['admin.users.list'] })
  const parts = ['createdAt', 'desc', 'next', moment, '00000000-0000-4000-8000-000000000000']
  const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
  const answer = await api.get(
    `/api/users?${new URLSearchParams({ sort: 'createdAt', order: 'desc', cursor })}`,
  )
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'BAD_CURSOR' } })
})
