import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { openExternalDatabase } from '../../kernel/cli/postgres/external.ts'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { startServer, type RunningServer } from '../../kernel/cli/start-server.ts'
import { createPool } from '../../kernel/server/database/pool.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { dropDatabase } from '../../kernel/cli/archive/scratch-database.ts'
import { askForServer } from '../support/database/shared-server.ts'
import { pgbouncerProgram, startPgbouncer } from '../support/database/start-pgbouncer.ts'
import { rootsWith, writeIsolatedPlugin } from '../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../support/plugins/write-plugin.ts'
import { createApiClient } from '../support/server/api-client.ts'
import { createVisitors } from '../support/server/sign-in.ts'
import { spawnServer } from '../support/server/spawn-server.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const name = `readme_${randomBytes(4).toString('hex')}`
const password = randomBytes(12).toString('hex')

/** The statements of the README, with a name and a password of this test. */
const readmeStatements = () => {
  const [, sql = ''] = /```sql\n([\s\S]+?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  return sql
    .replaceAll('…', password)
    .replaceAll('spawnpoint', name)
    .split(';\n')
    .filter((each) => each.trim())
}

/** A plugin that counts its rows after adding one. */
const counter = `
endpoints.push(answer(post('/api/pooled/add'), manifest, async ({ db }) => db.transaction(async (tx) => {
  await tx.sql\`insert into visit select count(*) from visit\`
  const [row] = await tx.sql\`select count(*)::integer as count from visit\`
  return { count: row.count }
})))`

let postgres: PoolConfig
let admin: Client
beforeAll(async () => {
  postgres = await askForServer(inject('databaseSocket'))
  admin = new Client({ ...postgres, database: 'postgres' })
  await admin.connect()
  for (const statement of readmeStatements()) await admin.query(statement)
})
afterAll(async () => {
  await dropDatabase(admin, name)
  const { rows } = await admin.query<{ role: string }>(
    `select rolname as role from pg_roles where pg_has_role($1, oid, 'member') and rolname <> $1 and not rolsuper
     and rolname !~ '^pg_'`,
    [name],
  )
  for (const { role } of rows) await admin.query(`drop role if exists "${role}"`)
  await admin.query(`drop role ${name}`)
  await admin.end()
})

it('[OPS27] the statements of the README make a database that the product takes', async () => {
  expect(readmeStatements()).toHaveLength(2)
  const url = `postgres://${name}:${password}@localhost/${name}?host=${encodeURIComponent(String(postgres.host))}`
  const opened = await openExternalDatabase(url, log)
  const { rows } = await opened.pool.query(
    `select current_database() as name, current_user as user, current_setting('statement_timeout') as timeout,
            rolcreaterole as makes_roles, rolcreatedb as makes_databases, rolsuper as is_super
     from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([
    { name, user: name, timeout: '30s', makes_roles: true, makes_databases: true, is_super: false },
  ])
  await opened.close()
})

it('[OPS27] the time limits of a pool apply also where they may not be part of the greeting', async () => {
  const pool = createPool({ ...postgres, setsLimitsLater: true, lock_timeout: 5_000, max: 2 }, log)
  onTestFinished(() => pool.end())
  const { rows } = await pool.query(
    `select name, setting, source from pg_settings where name in
     ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '60000', source: 'session' },
    { name: 'lock_timeout', setting: '5000', source: 'session' },
    { name: 'statement_timeout', setting: '30000', source: 'session' },
  ])
})

const title = 'PgBouncer before the database (skipped where it is not installed)'
describe.skipIf(pgbouncerProgram === null)(title, () => {
  const start = async (settings: Readonly<Record<string, string | number>>) => {
    const pgbouncer = await startPgbouncer(postgres, settings)
    onTestFinished(pgbouncer.stop)
    return { ...pgbouncer, url: `postgres://${name}:${password}@127.0.0.1:${pgbouncer.port}/${name}` }
  }
  const refusalOf = (url: string) =>
    openExternalDatabase(url, log).then(
      () => 'taken',
      (error: unknown) => String(error),
    )

  it('[OPS27] is refused in transaction mode, in a sentence that says what to set', async () => {
    const ignored = 'statement_timeout,idle_in_transaction_session_timeout'
    for (const more of [{}, { ignore_startup_parameters: ignored }]) {
      const pgbouncer = await start({ pool_mode: 'transaction', ...more })
      const told = await refusalOf(pgbouncer.url)
      expect(told).toContain(
        `DATABASE_URL leads through a transaction pooler at 127.0.0.1:${pgbouncer.port}/${name}: use the address of PostgreSQL itself, or set the pooler to session mode.`,
      )
    }
  })

  it('an address without a password is told from one with another', async () => {
    const pgbouncer = await start({ pool_mode: 'session' })
    const address = (login: string) => `postgres://${login}@127.0.0.1:${pgbouncer.port}/${name}`
    expect(await refusalOf(address(name))).toMatch(/asks for a password, and the address has none/)
    expect(await refusalOf(address(`${name}:another`))).toMatch(/refuses/)
  })

  it('[OPS27] passes on why it refuses a connection', async () => {
    const pgbouncer = await start({ pool_mode: 'session', max_client_conn: 1 })
    expect(await refusalOf(pgbouncer.url)).toMatch(
      /The database at .+ refuses the connection \(.*no more connections/,
    )
  })

  it.each([
    ['refuses unknown settings of a connection', {}],
    [
      'ignores them',
      { ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout,lock_timeout' },
    ],
  ])('[OPS27] in session mode time limits of statements apply, where it %s', async (_title, more) => {
    const pgbouncer = await start({ pool_mode: 'session', ...more })
    const opened = await openExternalDatabase(pgbouncer.url, log)
    onTestFinished(opened.close)
    const limits = `select current_setting('statement_timeout') as statement,
                           current_setting('idle_in_transaction_session_timeout') as idle`
    const [one, other] = [await opened.pool.connect(), await opened.pool.connect()]
    for (const client of [one, other]) {
      expect((await client.query(limits)).rows).toEqual([{ statement: '30s', idle: '1min' }])
      client.release()
    }
  })

  it('[OPS27] [OPS28] `KILL` of the README frees the database for a restore, and `RESUME` takes connections to it again', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const [kill = '', resume = ''] = [/`(KILL spawnpoint)`/, /`(RESUME spawnpoint)`/].map((line) =>
      (line.exec(readme)?.[1] ?? '').replace('spawnpoint', name),
    )
    const settings = { pool_mode: 'session', admin_users: name }
    const pgbouncer = await startPgbouncer(postgres, settings, { [name]: password })
    onTestFinished(pgbouncer.stop)
    const login = { host: '127.0.0.1', port: pgbouncer.port, user: name, password }
    const ask = async () => {
      const client = new Client({ ...login, database: name })
      await client.connect()
      const { rows } = await client.query('select current_database() as name')
      await client.end()
      return rows
    }
    expect(await ask()).toEqual([{ name }])
    // The product has left, and PgBouncer keeps its connection.
    const rename = (from: string, to: string) => admin.query(`alter database ${from} rename to ${to}`)
    await expect(rename(name, `${name}_before`)).rejects.toThrow('is being accessed by other users')
    const operator = new Client({ ...login, database: 'pgbouncer' })
    await operator.connect()
    onTestFinished(() => operator.end())
    await operator.query(kill)
    await expect
      .poll(() =>
        rename(name, `${name}_before`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await rename(`${name}_before`, name)
    await operator.query(resume)
    expect(await ask()).toEqual([{ name }])
  })

  it('[OPS27] in session mode two processes start, migrate, run jobs, hear each other, and run plugins', async () => {
    const pgbouncer = await start({ pool_mode: 'session', default_pool_size: 60, max_client_conn: 200 })
    const plugins = createPluginsFolder()
    writeIsolatedPlugin(plugins, {
      id: 'pooled',
      mode: 'process',
      capabilities: ['server.http', 'server.db'],
      module: counter,
      manifest: { migrations: 'migrations' },
      files: { 'migrations/0001_visits.sql': 'create table visit (id integer primary key)' },
    })
    const secretKey = randomBytes(32).toString('base64')
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'spawnpoint-pgbouncer-data-')))
    const config = readConfig({
      PORT: '0',
      APP_URL: 'http://127.0.0.1:5173',
      DATABASE_URL: pgbouncer.url,
      DATA_DIR: folders[0],
      LOG_LEVEL: 'silent',
      SECRET_KEY: secretKey,
    })
    const server: RunningServer = await startServer({ config, roots: rootsWith(plugins) })
    const other = spawnServer({ databaseUrl: pgbouncer.url, dataDir: folders[1] ?? '', secretKey })
    onTestFinished(async () => {
      other.kill()
      await other.signal()
      await server.stop()
      plugins.remove()
      for (const each of folders) rmSync(each, { recursive: true, force: true })
    })
    const port = await other.port
    const { cookie } = await createVisitors(server).signIn({ role: 'Administrator' })
    const [here, there] = [server.port, port].map((each) =>
      createApiClient(`http://127.0.0.1:${each}`, config.origin, cookie),
    )
    if (!here || !there) throw new Error('two clients were made')
    expect((await there.get('/api/account')).status).toBe(200)

    // A setting reaches the other process by a notice.
    await server.core.settings.write({ app_name: 'Behind a pooler' })
    const nameThere = async () => {
      const { settings } = (await there.get('/api/system/settings')).body as {
        settings?: { app_name?: string }
      }
      return settings?.app_name
    }
    await expect.poll(nameThere).toBe('Behind a pooler')

    // Either process may take a job: it is one that both know, and its end is read from the database.
    await server.core.runner.forPlugin('notifications').add('drop-old', {})
    const lastRun = async () => {
      const jobs = await server.core.runner.schedules.list()
      return jobs.find(({ plugin, name: job }) => plugin === 'notifications' && job === 'drop-old')?.lastRun
    }
    await expect.poll(lastRun).toMatchObject({ endedAt: expect.any(Date), failure: null })

    // Its tables were made, and are used, under logins of its own.
    expect((await here.post('/api/pooled/add', {})).body).toMatchObject({ count: 1 })
    expect((await here.post('/api/pooled/add', {})).body).toMatchObject({ count: 2 })
  }, 240_000)
})
