import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { nodeOptions } from '../../tests/support/server/child-env.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const key = 'a key that the command and the product share'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY: key } })
  // With one there is no link to print for the first.
  await server.signIn({ role: 'Administrator' })
})
afterAll(() => server.stop())

/** `npm run admin -- …`, beside the running product. */
const admin = async (...args: string[]) => {
  const child = spawn(
    process.execPath,
    [...nodeOptions, join(import.meta.dirname, '../../kernel/cli/admin.ts'), ...args],
    {
      env: {
        ...process.env,
        DATABASE_URL: server.config.databaseUrl ?? '',
        DATA_DIR: server.config.dataDir,
        SECRET_KEY: key,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: Number(code), out, err }
}

const switchOnSecondFactor = async (api: ApiClient) => {
  const { body, status } = await api.post('/api/auth/2fa/setup', {})
  expect([status, body]).toEqual([200, expect.anything()])
  const totp = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) })
  expect((await api.post('/api/auth/2fa/setup/confirm', { code: totp.generate() })).status).toBe(200)
}

const logIn = async (username: string, password: string) =>
  (await server.anonymous().post('/api/auth/login', { login: username, password })).body

const isOn = async (api: ApiClient, user: string) => {
  const { body } = await api.get(`/api/auth/users/${user}/security`)
  return (body['secondFactor'] as { enabled: boolean }).enabled
}

it('[AUT38] the operator gives a user a new password, which logs in', async () => {
  const { person, api } = await server.signIn()
  const { code, out, err } = await admin('reset-password', person.username)
  expect([code, err]).toEqual([0, ''])
  const password = / is (\S+)\. All/.exec(out)?.[1] ?? ''
  expect(await logIn(person.username, password)).toMatchObject({ success: true })
  expect((await api.get('/api/servers')).status).toBe(401)
})

/** The same commands in this process: to start another for each would only take longer. */
const run = (name: string, ...given: string[]) => {
  const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
  const command = commands.find((each) => each.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return command.run(given)
}

it('[AUT38] the operator makes an administrator, and switches off a lost second factor', async () => {
  const { person, api } = await server.signIn()
  await switchOnSecondFactor(api)
  expect(await run('grant', person.username)).not.toHaveProperty('failed')
  expect(await run('reset-2fa', person.email)).not.toHaveProperty('failed')
  const other = await server.signIn({ role: 'Administrator' })
  expect(await isOn(other.api, person.id)).toBe(false)
  const { body } = await other.api.get(`/api/users/${person.id}`)
  expect(JSON.stringify(body)).toContain('Administrator')
})

it('[OPS51] staff are told the command for a new password as it is typed here', async () => {
  const { person } = await server.signIn()
  const { api } = await server.signIn({ role: 'Administrator' })
  expect((await api.get(`/api/auth/users/${person.id}/security`)).body).toMatchObject({
    command: 'npm run admin -- reset-password',
  })
})

it('[AUT46] the operator creates an administrator, whose printed password logs in', async () => {
  const { text: said } = await run('create-admin', 'operator', 'operator@example.com')
  const password = / is (\S+)\. Change/.exec(said)?.[1] ?? ''
  expect(await logIn('operator', password)).toMatchObject({ success: true })
  const { api } = await server.signIn({ role: 'Administrator' })
  const { body } = await api.get('/api/users?search=operator')
  expect(JSON.stringify(body)).toContain('Administrator')
  const { rows } = await server.pool.query(
    `select actor from kernel.audit where action = 'auth:created-by-operator'`,
  )
  expect(rows).toEqual([{ actor: null }])
})

it('[AUT46] the operator creates an ordinary account, whose printed password logs in', async () => {
  const { text: said } = await run('create-user', 'customer', 'customer@example.com')
  const password = / is (\S+)\. Change/.exec(said)?.[1] ?? ''
  expect(await logIn('customer', password)).toMatchObject({ success: true })
  const { rows } = await server.pool.query(
    `select verified_at is not null as verified, exists (select from roles.member where user_id = account.id) as holds
     from users.account where username = 'customer'`,
  )
  expect(rows).toEqual([{ verified: true, holds: false }])
})

it.each([
  ['operator', 'other@example.com', 'another account has this username'],
  ['other', 'operator@example.com', 'another account has this email address'],
  ['a b', 'other@example.com', 'Give a username'],
  ['other', 'nowhere', 'Give a username'],
])('[AUT46] creates nothing for %s and %s', async (name, address, reason) => {
  const count = async () => (await server.pool.query('select count(*)::int as all from users.account')).rows
  const before = await count()
  expect(await run('create-admin', name, address)).toEqual({
    failed: true,
    text: expect.stringContaining(reason),
  })
  expect(await count()).toEqual(before)
})

it('[USR34] the operator erases somebody, named twice', async () => {
  const { person, api } = await server.signIn()
  expect(await run('erase', person.username, 'somebody-else')).toMatchObject({ failed: true })
  expect((await api.get('/api/servers')).status).toBe(200)
  expect(await run('erase', person.username, person.username)).not.toHaveProperty('failed')
  expect((await api.get('/api/servers')).status).toBe(401)
  const { rows } = await server.pool.query(
    `select actor, after from kernel.audit where action = 'users:erased' and target = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ actor: null, after: { username: expect.stringMatching(/^deleted-/) } }])
  expect(await run('erase', 'nobody-here', 'nobody-here')).toMatchObject({ failed: true })
})

it('[AUT38] a command says what is wrong and ends with 1', async () => {
  expect(await admin('grant', 'nobody-here')).toMatchObject({
    code: 1,
    out: 'There is no user nobody-here.\n',
  })
})

it('[AUT39] staff switch off a lost second factor: sessions end, the log says who did it', async () => {
  const customer = await server.signIn()
  await switchOnSecondFactor(customer.api)
  const staff = await server.signIn({ permissions: ['admin.users.edit'] })
  const path = `/api/auth/users/${customer.person.id}`
  expect(await isOn(staff.api, customer.person.id)).toBe(true)
  expect((await staff.api.delete(`${path}/second-factor`)).status).toBe(200)
  expect(await isOn(staff.api, customer.person.id)).toBe(false)
  expect((await customer.api.get('/api/servers')).status).toBe(401)
  expect((await staff.api.delete(`${path}/second-factor`)).body.error_code).toBe('AUTH_2FA_OFF')
  const { rows } = await server.pool.query(
    `select actor, action from kernel.audit where target = $1 and action = 'auth:two-factor-off'`,
    [customer.person.id],
  )
  expect(rows).toEqual([{ actor: staff.person.id, action: 'auth:two-factor-off' }])
})

it('[AUT39] nobody resets themselves, anyone above them, or without the right and a fresh password', async () => {
  const customer = await server.signIn()
  const root = await server.signIn({ role: 'Administrator' })
  const staff = await server.signIn({ permissions: ['admin.users.edit'] })
  const stale = await server.signIn({ permissions: ['admin.users.edit'], proven: false })
  const reset = (api: ApiClient, user: string) => api.delete(`/api/auth/users/${user}/second-factor`)
  expect((await reset(customer.api, staff.person.id)).status).toBe(403)
  expect((await reset(staff.api, root.person.id)).body.error_code).toBe('AUTH_EXCEEDS_OWN')
  expect((await reset(staff.api, staff.person.id)).body.error_code).toBe('AUTH_OWN_ACCOUNT')
  expect((await reset(stale.api, customer.person.id)).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
  const send = await staff.api.post(`/api/auth/users/${customer.person.id}/password-reset`, {})
  expect(send.body.error_code).toBe('AUTH_MAIL_OFF')
})

it('[AUT38] a command leaves the link for the first administrator alone', async () => {
  const fresh = await startTestServer({ env: { SECRET_KEY: key } })
  onTestFinished(() => fresh.stop())
  const tokens = async () => (await fresh.pool.query(`select * from auth.token where purpose = 'setup'`)).rows
  const printed = await tokens()
  expect(printed).toHaveLength(1)
  const env = {
    ...process.env,
    DATABASE_URL: fresh.config.databaseUrl ?? '',
    DATA_DIR: fresh.config.dataDir,
    SECRET_KEY: key,
  }
  const command = join(import.meta.dirname, '../../kernel/cli/admin.ts')
  const child = spawn(process.execPath, [...nodeOptions, command, '--help'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(out).toContain('reset-password')
  expect(out).not.toContain('#setup=')
  expect(await tokens()).toEqual(printed)
})
