import { randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { productMigrations } from '../support/database/product-migrations.ts'
import { createTestDatabase } from '../support/database/create-test-database.ts'
import { testDatabase } from '../support/database/test-database.ts'
import { childEnv, nodeOptions } from '../support/server/child-env.ts'

const database = testDatabase({ migrationSets: await productMigrations() })
const ownKey = randomBytes(32).toString('base64')

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** `npm run admin -- …` with nothing in the environment but what is given. */
function admin(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...nodeOptions, join(ROOT, 'kernel/cli/admin.ts'), ...args],
    { cwd: ROOT, encoding: 'utf8', env: { ...childEnv(), ...env } },
  )
  return { status, lines: stdout.trimEnd().split('\n'), stderr }
}

/** A database of its own for a user with these powers alone. */
async function ownDatabase(powers: string) {
  const { pool, url } = await createTestDatabase({ migrationSets: [] })
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  const role = `owner_${name}`
  await pool.query(`create role ${role} login ${powers}`)
  await pool.query(`alter database ${name} owner to ${role}`)
  await pool.end()
  return { role, url: url.replace(/\/\/[^@]*@/, `//${role}@`) }
}

const check = (env: Readonly<Record<string, string>>) => admin(env, 'config', 'check')

it('[OPS34] config check names every variable that is not usable', () => {
  const { status, lines, stderr } = check({ PORT: 'many', LOG_LEVEL: 'loud', DATABASE_UR: 'x' })
  expect([status, stderr]).toEqual([1, ''])
  expect(lines).toEqual([
    'warning  DATABASE_UR: is not read. Did you mean DATABASE_URL?',
    'failed   environment: PORT is not usable: give a number from 0 to 65535.',
    'failed   environment: LOG_LEVEL is not usable: give one of debug, info, warn, error, silent.',
  ])
})

it('[OPS34] config check tries each service by itself, and makes nothing', () => {
  const folder = newFolder()
  const { status, lines } = check({
    APP_URL: 'http://dash.example.com',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: 'postgres://u:secret-word@127.0.0.1:1/none',
    REDIS_URL: 'redis://:secret-word@127.0.0.1:1',
  })
  expect(status).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^warning {2}APP_URL: .+ is not encrypted/),
    expect.stringMatching(/^ok {7}DATA_DIR: .+ GB free$/),
    expect.stringMatching(/^failed {3}database: The database at 127\.0\.0\.1:1\/none cannot be reached/),
    expect.stringMatching(/^failed {3}REDIS_URL: The Redis at 127\.0\.0\.1:1 cannot be reached/),
  ])
  expect(lines.join('\n')).not.toContain('secret-word')
  const embedded = check({ DATA_DIR: join(folder, 'data') })
  expect(embedded.lines).toContain('ok       database: the embedded one, which the first start will make')
  expect(embedded.lines).toContain(
    'ok       SECRET_KEY: is not set and DATA_DIR has no secret.key, which the first start will make',
  )
  expect([embedded.status, existsSync(join(folder, 'data'))]).toEqual([0, false])
})

it('[OPS34] config check makes no key where there is none, and says whether a start would', async () => {
  const folder = newFolder()
  const own = await ownDatabase('createdb createrole')
  const env = { DATABASE_URL: own.url, DATA_DIR: folder }
  const missing = 'SECRET_KEY: is not set and DATA_DIR has no secret.key'
  const before = check(env)
  expect(before.lines).toContain(`ok       ${missing}, which the first start will make`)
  expect(before.status).toBe(0)
  const shared = check({ ...env, NODE_ENV: 'production' })
  expect(shared.lines).toContain(`failed   ${missing}: with DATABASE_URL every process needs the same one.`)
  expect(shared.lines).toContain(
    'warning  APP_URL: is not set: only http://127.0.0.1:5173 can be used. Set the https address that people open.',
  )
  expect(admin({ ...env, SECRET_KEY: ownKey }, 'replace-secret-key').status).toBe(0)
  const known = check(env)
  expect(known.lines).toContain(`failed   ${missing}: put the key back that this database was set up with.`)
  expect(known.status).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['createrole', 'without CREATEDB backups are not restored on trial (alter role NAME createdb).'],
  [
    'createdb',
    'without CREATEROLE installed plugins cannot set up their tables (alter role NAME createrole).',
  ],
])('[OPS34] config check names what the database’s user lacks when it has only %s', async (powers, lack) => {
  const { url, role } = await ownDatabase(powers)
  const { status, lines } = check({ DATABASE_URL: url, DATA_DIR: newFolder(), SECRET_KEY: ownKey })
  const found = lines.find((line) => line.startsWith('warning  database: '))
  expect([status, found?.split('; ').slice(1)]).toEqual([0, [lack.replace('NAME', role)]])
})

it('[OPS34] config check counts the connections of one more process together with those that are open', async () => {
  const { url } = await ownDatabase('createdb createrole connection limit 12')
  const env = { DATABASE_URL: url, DATA_DIR: newFolder(), SECRET_KEY: ownKey }
  const of = (pool: string) =>
    check({ ...env, DATABASE_POOL: pool }).lines.find((line) => line.includes('database: '))
  expect(of('11')).toMatch(/^warning .*connections in use; a process opens up to 13, and 1[12] are free\.$/)
  expect(of('9')).toMatch(/^ok /)
})

it('[OPS34] config check says whether the key is that of the database, and warns of a proxy that is not trusted', () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: newFolder(), SECRET_KEY: ownKey }
  expect(admin(env, 'list-plugins').status).toBe(0)
  const fine = check({ ...env, APP_URL: 'https://dash.example.com' })
  expect(fine.status, fine.stderr).toBe(0)
  expect(fine.lines).toEqual([
    'ok       APP_URL: https://dash.example.com',
    expect.stringContaining('warning  TRUST_PROXY: is not set'),
    expect.stringContaining('ok       DATA_DIR: '),
    expect.stringMatching(/database: PostgreSQL \d+\S* .*connections in use/),
    'ok       SECRET_KEY: the one that this database was set up with',
  ])
  const other = check({ ...env, SECRET_KEY: randomBytes(32).toString('base64') })
  expect(other.status).toBe(1)
  expect(other.lines).toContain(
    'failed   SECRET_KEY: is not the key that this database was set up with; npm run admin -- replace-secret-key accepts it.',
  )
})

it('[OPS35] prune deletes at once what the settings keep no longer, and says which jobs ran', async () => {
  await database.pool.query(
    `insert into mail.email (id, address, subject, paragraphs, created_at)
     values (gen_random_uuid(), 'a@example.com', 'Old', '{}', now() - interval '400 days'),
       (gen_random_uuid(), 'a@example.com', 'New', '{}', now())`,
  )
  const env = { DATABASE_URL: database.url, DATA_DIR: newFolder(), SECRET_KEY: ownKey }
  const { status, lines, stderr } = admin(env, 'prune')
  expect(status, stderr).toBe(0)
  expect(lines).toEqual(expect.arrayContaining(['mail: drop-old-emails is done.', 'kernel: sweep is done.']))
  const { rows } = await database.pool.query('select subject from mail.email')
  expect(rows).toEqual([{ subject: 'New' }])

  await database.pool.query('alter table mail.email rename to email_away')
  const failed = admin(env, 'prune')
  expect(failed.status).toBe(1)
  expect(failed.lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^mail: drop-old-emails failed: /),
      'kernel: sweep is done.',
    ]),
  )
})
