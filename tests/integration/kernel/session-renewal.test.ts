import { CORE_ROLES, Roles } from '@spawnpoint/contracts/roles'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aRole } from '../../../builtin/roles/testing.ts'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { createApiClient, type Answer, type ApiClient } from '../../support/server/api-client.ts'
import { createStandingClock } from '../../support/server/standing-clock.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const OVERLAP_MS = 30_000
const path = '/api/user/session'

const clock = createStandingClock()
let server: TestServer
let root: ApiClient
beforeAll(async () => {
  server = await startTestServer({ clock, env: { SECRET_KEY } })
  root = (await server.signIn({ role: 'Administrator' })).api
})
afterAll(() => server.stop())

/** Gives a role as staff do it; the answer of the next call is the first one that may carry another token. */
async function give(user: string, role: string) {
  const { body } = await root.get(`/api/users/${user}`)
  const { version } = body['item'] as { version: number }
  expect((await root.patch(`/api/users/${user}`, { role, version })).status).toBe(200)
}

const roles = () => {
  const found = server.server.core.services.find(Roles)
  if (!found) throw new Error('roles is not running')
  return found
}

const setBy = ({ headers }: Answer) => headers.getSetCookie().filter((line) => line.startsWith('sid='))
const tokenIn = (answer: Answer) => /^sid=([^;]*)/.exec(setBy(answer)[0] ?? '')?.[1]
const bearing = (token: string, url = server.url) =>
  createApiClient(url, server.config.origin, `sid=${token}; user_token=1.x`)
const tokenOf = ({ jar }: ApiClient) => jar.get('sid') ?? ''
const sessionsOf = (user: string) => server.server.core.sessions.list(user, null)

async function aMember(permissions: readonly string[]) {
  const created = await root.post('/api/roles', aRole())
  const { id: role } = created.body['item'] as { id: string }
  const grant = (more: readonly string[]) =>
    root.patch(`/api/roles/${role}/permissions`, { grant: more, revoke: [] })
  expect((await grant(permissions)).status).toBe(200)
  const { api, person } = await server.signIn()
  await server.server.core.orm.transaction((tx) =>
    roles().assign(tx, { user: person.id, role, actor: { permissions: ['admin.root'] } }),
  )
  await api.get(path)
  clock.advance(OVERLAP_MS)
  return { api, person, grant }
}

it('[KRN18, USR19] another role: the next call gets another token, and the person stays logged in', async () => {
  const { api, person } = await server.signIn()
  const old = tokenOf(api)
  const marker = api.jar.get('user_token')
  const [before] = await sessionsOf(person.id)
  expect(setBy(await api.get(path))).toEqual([])
  await give(person.id, CORE_ROLES.support)
  const next = await api.get('/api/users/me/support-pin')
  expect([next.status, setBy(next).length]).toEqual([200, 1])
  expect(setBy(next)[0]).toMatch(/^sid=[\w-]{43}; Max-Age=\d{7}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(tokenOf(api)).not.toBe(old)
  expect(api.jar.get('user_token')).toBe(marker)
  expect(await sessionsOf(person.id)).toEqual([{ ...before, lastSeenAt: expect.any(Date) as Date }])
  clock.advance(OVERLAP_MS)
  expect((await bearing(old).get('/api/users/me/support-pin')).status).toBe(401)
  expect((await api.get('/api/users/me/support-pin')).status).toBe(200)
})

it('[KRN18] more permissions of a role: its members get another token with their next call', async () => {
  const { api, grant } = await aMember(['admin.users.list'])
  const old = tokenOf(api)
  await api.get(path)
  expect(tokenOf(api)).toBe(old)
  expect((await grant(['admin.roles.list'])).status).toBe(200)
  const next = await api.get(path)
  expect(next.body['permissions']).toContain('admin.roles.list')
  expect(tokenOf(api)).not.toBe(old)
})

it('[KRN18] rights taken and given back leave no token from before', async () => {
  const { api, person } = await server.signIn({ role: 'Support' })
  const old = tokenOf(api)
  await give(person.id, CORE_ROLES.default)
  await api.get(path)
  clock.advance(OVERLAP_MS)
  await give(person.id, CORE_ROLES.support)
  expect((await bearing(old).get(path)).status).toBe(401)
  expect((await api.get(path)).status).toBe(200)
})

it('[KRN18] the calls of a page that are under way all pass, and come to the same token', async () => {
  const { api, person } = await server.signIn()
  const old = tokenOf(api)
  await give(person.id, CORE_ROLES.support)
  const calls = Array.from({ length: 20 }, (_, index) =>
    bearing(old).get(index % 2 ? path : '/api/users/me/support-pin'),
  )
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const tokens = new Set(answers.map(tokenIn))
  expect(tokens.size).toBe(1)
  // The answer may have been lost on its way: whoever asks again is told again.
  clock.advance(OVERLAP_MS - 1)
  expect(tokens).toContain(tokenIn(await bearing(old).get(path)))
  expect(await sessionsOf(person.id)).toHaveLength(1)
  clock.advance(1)
  expect((await bearing(old).get(path)).status).toBe(401)
  expect((await bearing([...tokens][0] ?? '').get(path)).status).toBe(200)
})

it('[KRN18] changes one after the other replace a token once while calls may be under way', async () => {
  const { api, grant } = await aMember(['admin.users.list'])
  const old = tokenOf(api)
  await grant(['admin.roles.list'])
  await api.get(path)
  const second = tokenOf(api)
  await grant(['admin.locations.list'])
  expect((await api.get(path)).body['permissions']).toContain('admin.locations.list')
  expect([tokenOf(api), (await bearing(old).get(path)).status]).toEqual([second, 200])
  clock.advance(OVERLAP_MS)
  await api.get(path)
  expect(tokenOf(api)).not.toBe(second)
})

it('[KRN18] whoever logs out by the token before has logged out', async () => {
  const { api, person } = await server.signIn()
  const late = bearing(tokenOf(api))
  await give(person.id, CORE_ROLES.support)
  await api.get(path)
  expect((await late.post('/api/auth/logout', {})).status).toBe(200)
  expect(late.jar.has('sid')).toBe(false)
  expect(await sessionsOf(person.id)).toEqual([])
  expect((await api.get(path)).status).toBe(401)
})

it('[KRN18] resuming by the token before gives the new one', async () => {
  const { api, person } = await server.signIn()
  const late = bearing(tokenOf(api))
  await give(person.id, CORE_ROLES.support)
  await api.get(path)
  expect((await late.post('/api/auth/resume', {})).body['resumed']).toBe(true)
  expect(tokenOf(late)).toBe(tokenOf(api))
})

it('[KRN18] what a cache between may keep carries no token', async () => {
  const { api, person } = await server.signIn()
  await give(person.id, CORE_ROLES.support)
  const open = await api.get('/api/system/custom.css')
  expect([open.status, setBy(open)]).toEqual([200, []])
  expect(setBy(await api.get(path))).toHaveLength(1)
})

it('[KRN18] another process gives the same token, and both refuse the one before', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-other-'))
  const config = readConfig({
    PORT: '0',
    APP_URL: server.config.origin,
    DATABASE_URL: server.config.databaseUrl ?? '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SECRET_KEY,
  })
  const other = await startServer({ config, clock })
  try {
    const { api, person } = await server.signIn()
    const old = tokenOf(api)
    const elsewhere = (token: string) => bearing(token, `http://127.0.0.1:${other.port}`).get(path)
    await elsewhere(old)
    await give(person.id, CORE_ROLES.support)
    const answers = await Promise.all([elsewhere(old), api.get(path), elsewhere(old)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await expect.poll(async () => tokenIn(await elsewhere(old))).toBe(tokenOf(api))
    expect((await elsewhere(tokenOf(api))).body['permissions']).toContain('admin.users.list')
    clock.advance(OVERLAP_MS)
    expect([(await elsewhere(old)).status, (await api.get(path)).status]).toEqual([401, 200])
  } finally {
    await other.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
