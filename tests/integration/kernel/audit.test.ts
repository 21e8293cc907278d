import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecrets } from '../../../kernel/cli/secrets.ts'
import { countUnsealed, verifyAudit } from '../../../kernel/cli/verify-audit.ts'
import { nodeOptions } from '../../support/server/child-env.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const key = 'the key of this instance, long enough for it'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY: key, TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())

const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await server.pool.query<Row>(text, values)).rows

const verify = () => verifyAudit(server.pool, createSecrets(key))

/** An intruder with the database's own rights gets past the triggers. */
async function tamper(statement: string, values: unknown[]) {
  await server.pool.query('alter table kernel.audit disable trigger user')
  await server.pool.query(statement, values)
  await server.pool.query('alter table kernel.audit enable trigger user')
}

const entryOf = async (id: string | undefined) => {
  const [entry] = await query('select after, ip from kernel.audit where id = $1', [id])
  return entry
}

/** Seals all there is: usually an entry waits for five minutes. */
async function sealAll() {
  await tamper(
    `update kernel.audit set at = at - interval '1 day'
     where attempts is null and id > coalesce((select max(entry) from kernel.audit_seal), 0)`,
    [],
  )
  await server.server.core.audit.sweep()
}

it('[KRN31] takes addresses that went for no change, and one that was changed for one', async () => {
  const actor = (await server.signIn()).person.id
  const [made] = await query<{ id: string }>(
    `insert into kernel.audit (at, actor, action, target, before, after, ip)
     values (now() - interval '1 day', $1, 'sealed:address', 'other', '{"limit":1}', '{"limit":2}', '203.0.113.4')
     returning id::text`,
    [actor],
  )
  const { audit } = server.server.core
  await audit.sweep()
  const whole = await verify()
  expect(await entryOf(made?.id)).toMatchObject({ ip: '203.0.113.4' })
  await tamper(`update kernel.audit set ip = '203.0.113.5' where id = $1`, [made?.id])
  expect(await verify()).toMatchObject({ broken: made?.id })
  const admin = await server.signIn({ role: 'Administrator' })
  expect((await admin.api.delete(`/api/users/${actor}`)).status).toBe(200)
  expect(await entryOf(made?.id)).toMatchObject({ ip: null, after: { limit: 2 } })
  expect(await verify()).toEqual(whole)
  await tamper(`update kernel.audit set after = '{"limit":3}' where id = $1`, [made?.id])
  expect(await verify()).toMatchObject({ broken: made?.id })
  await tamper(`update kernel.audit set after = '{"limit":2}' where id = $1`, [made?.id])
})

it('[KRN31] follows seals from before addresses were sealed apart', async () => {
  await sealAll()
  const secrets = createSecrets(key)
  const whole = await verify()
  const [last] = await query<{ hash: string }>(
    'select hash from kernel.audit_seal order by entry desc limit 1',
  )
  const [made] = await query<{ id: string; facts: string[]; values: string[] }>(
    `insert into kernel.audit (at, action, target, after, ip)
     values (now() - interval '1 day', 'sealed:before', 'x', '{"limit":1}', '203.0.113.4') returning id::text,
       jsonb_build_array(extract(epoch from at)::text, actor, action, target) as facts,
       jsonb_build_array(before::text, after::text, ip) as values`,
  )
  const values = secrets.sign('audit-values', JSON.stringify([made?.id, ...(made?.values ?? [])]))
  const hash = secrets.sign('audit', JSON.stringify([last?.hash, made?.id, ...(made?.facts ?? []), values]))
  await query('insert into kernel.audit_seal (entry, values_hash, hash) values ($1, $2, $3)', [
    made?.id,
    values,
    hash,
  ])
  expect(await verify()).toEqual({ entries: whole.entries + 1, broken: null })
  await tamper(`update kernel.audit set ip = '203.0.113.5' where id = $1`, [made?.id])
  expect(await verify()).toMatchObject({ broken: made?.id })
  await tamper(`update kernel.audit set before = null, after = null, ip = null where id = $1`, [made?.id])
  expect(await verify()).toMatchObject({ broken: null })
})

it('[KRN31] stops between two batches and goes on from there', async () => {
  await sealAll()
  await query(
    `insert into kernel.audit (at, action, target)
     select now() - interval '1 day', 'sealed:batch', n::text from generate_series(1, 700) n`,
  )
  const countUnsealed = async () => {
    const [found] = await query<{ entries: number }>(
      `select count(*)::int as entries from kernel.audit where action = 'sealed:batch'
       and id not in (select entry from kernel.audit_seal)`,
    )
    return found?.entries
  }
  const { audit } = server.server.core
  await audit.sweep(AbortSignal.abort())
  expect(await countUnsealed()).toBe(450)
  await audit.sweep()
  expect(await countUnsealed()).toBe(0)
  expect(await verify()).toMatchObject({ broken: null })
})

it('[KRN31] counts what the chain does not cover yet, and what it never does', async () => {
  await sealAll()
  const before = await countUnsealed(server.pool)
  expect(before.waiting).toBe(0)
  await query(`insert into kernel.audit (action) values ('unsealed:one'), ('unsealed:two')`)
  await query(`insert into kernel.audit (action, attempts) values ('unsealed:attempts', 3)`)
  expect(await countUnsealed(server.pool)).toEqual({ waiting: 2, attempts: before.attempts + 1 })
  const [{ all } = { all: -1 }] = await query<{ all: number }>(
    'select count(*)::int as all from kernel.audit',
  )
  const { entries } = await verify()
  expect(entries + 2 + before.attempts + 1).toBe(all)
  await sealAll()
  expect((await countUnsealed(server.pool)).waiting).toBe(0)
})

it('[KRN31] seals entries in a chain that shows what was changed, removed or added', async () => {
  const made = await query<{ id: string }>(
    `insert into kernel.audit (at, action, target, after)
     select now() - interval '1 day', 'sealed:limits', n::text, '{"limit":1}' from generate_series(1, 1200) n
     returning id::text`,
  )
  const { audit } = server.server.core
  await audit.sweep()
  await audit.sweep()
  const whole = await verify()
  expect(whole).toMatchObject({ broken: null })
  expect(whole.entries).toBeGreaterThanOrEqual(1_200)

  const id = made[600]?.id
  await tamper(`update kernel.audit set after = '{"limit":2}' where id = $1`, [id])
  expect(await verify()).toMatchObject({ broken: id })
  await tamper(`update kernel.audit set after = '{"limit":1}' where id = $1`, [id])
  expect(await verify()).toEqual(whole)
  await tamper(`update kernel.audit set actor = $2 where id = $1`, [
    id,
    '00000000-0000-4000-8000-000000000000',
  ])
  expect(await verify()).toMatchObject({ broken: id })
  await tamper(`update kernel.audit set actor = null where id = $1`, [id])
  // Erasing a person's values is no change of what was done.
  await query(`update kernel.audit set after = null where id = $1`, [id])
  expect(await verify()).toEqual(whole)
  await tamper('delete from kernel.audit where id = $1', [id])
  expect(await verify()).toMatchObject({ broken: id })
})

it('[KRN29] counts failed log-ins from one address in one entry', async () => {
  const logIn = (login: string, address: string) =>
    server.anonymous().post('/api/auth/login', { login, password: 'wrong' }, { 'x-forwarded-for': address })
  for (let count = 0; count < 12; count += 1) {
    expect((await logIn(`nobody${count}`, '203.0.113.1')).body.error_code).toBe('AUTH_INVALID')
    await logIn(`nobody${count}`, '203.0.113.2')
  }
  expect(
    await query(`select ip, attempts from kernel.audit where action = 'auth:login-failed' order by ip`),
  ).toEqual([
    { ip: '203.0.113.1', attempts: 12 },
    { ip: '203.0.113.2', attempts: 12 },
  ])
})

it('[KRN29] prunes attempts after 30 days and keeps all else', async () => {
  await query(
    `insert into kernel.audit (at, action, attempts)
     values (now() - interval '31 days', 'test:old', 3), (now() - interval '29 days', 'test:young', 3),
       (now() - interval '400 days', 'test:staff', null)`,
  )
  await server.server.core.audit.sweep()
  expect(await query(`select action from kernel.audit where action like 'test:%' order by 1`)).toEqual([
    { action: 'test:staff' },
    { action: 'test:young' },
  ])
  await expect(query(`delete from kernel.audit where action = 'test:staff'`)).rejects.toThrow('append-only')
  await expect(query(`delete from kernel.audit where action = 'test:young'`)).rejects.toThrow('append-only')
  await expect(query(`update kernel.audit set actor = null, action = 'test:other'`)).rejects.toThrow(
    'append-only',
  )
  await expect(
    query(`update kernel.audit set after = '{"a":1}' where action = 'test:staff'`),
  ).rejects.toThrow('append-only')
})

it('[KRN30] keeps what was done when a person is erased, without what it says of the person', async () => {
  const admin = await server.signIn({ role: 'Administrator' })
  const { api, person } = await server.signIn()
  const profile = { firstName: 'Wilhelmina', lastName: 'Quist' }
  expect((await api.put('/api/account/profile', profile)).status).toBe(200)
  const { item } = (await admin.api.get(`/api/users/${person.id}`)).body as { item: { version: number } }
  const change = { email: 'wilhelmina@quist.example', version: item.version }
  expect((await admin.api.patch(`/api/users/${person.id}`, change)).status).toBe(200)
  const entries = () =>
    query(`select actor, action, before, after, ip from kernel.audit where target = $1 order by id`, [
      person.id,
    ])
  expect(JSON.stringify(await entries())).toContain('Quist')
  // By the person, about something else.
  await query(`insert into kernel.audit (actor, action, target, ip) values ($1, 'test:done', 'other', $2)`, [
    person.id,
    '203.0.113.9',
  ])
  expect((await admin.api.delete(`/api/users/${person.id}`)).status).toBe(200)

  const log = JSON.stringify(await query('select * from kernel.audit'))
  for (const trace of ['Quist', 'Wilhelmina', 'quist.example', person.email, person.username])
    expect(log).not.toContain(trace)
  expect(await query('select 1 from kernel.audit where actor = $1 and ip is not null', [person.id])).toEqual(
    [],
  )
  expect((await entries()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account:profile-changed', 'users:updated', 'users:erased']),
  )
  expect((await entries()).find(({ action }) => action === 'users:updated')).toMatchObject({
    actor: admin.person.id,
    before: null,
    after: null,
  })
})

it('[KRN29] lets one person fill the log with changes of their profile only so fast', async () => {
  const { api } = await server.signIn()
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1)
    statuses.push(
      (
        await api.put('/api/account/profile', {
          firstName: String.fromCodePoint(65 + count),
          lastName: 'B',
        })
      ).status,
    )
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})

it('[KRN31] the command says whether the log is intact', async () => {
  const command = join(import.meta.dirname, '../../../kernel/cli/admin.ts')
  const env = {
    ...process.env,
    DATABASE_URL: server.config.databaseUrl ?? '',
    DATA_DIR: server.config.dataDir,
    SECRET_KEY: key,
  }
  const child = spawn(process.execPath, [...nodeOptions, command, 'verify-audit-log'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  // The test of the chain has removed an entry.
  expect([out, code]).toEqual([expect.stringMatching(/^The audit log was changed: entry \d+ /), 1])
})
