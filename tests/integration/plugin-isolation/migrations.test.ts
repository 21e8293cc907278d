import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { rootsWith } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

/** SQL that a package without code or capabilities brings. */
const attacks: Readonly<Record<string, string>> = {
  reads: 'create table loot as select * from auth.credential',
  writes: `update users.account set first_name = 'Pwned'`,
  runs: `create table loot (line text); copy loot from program 'id'`,
  opens: `create table loot as select pg_read_file('/etc/passwd')`,
  climbs: 'reset role; reset session authorization; select * from kernel.session',
  promotes: 'alter role current_user superuser',
  becomes: 'set session authorization spawnpoint; select * from kernel.session',
  lifts: 'alter table coins.entry disable trigger all',
  hides: 'alter table kernel.audit disable trigger all',
  extends: 'create extension dblink',
  spreads: 'create schema more',
  forges: `insert into kernel.migrations (plugin, name, checksum) values ('coins', '9999_x.sql', 'x')`,
  records: `select kernel.record_plugin_migration('coins', '9999_x.sql', 'x')`,
  robs: 'create table loot as select * from good.note',
  queues: `select graphile_worker.add_job('spawnpoint', '{}')`,
}

const withMigrations = (id: string, version: string, files: Readonly<Record<string, string>>) =>
  plugins.write(
    { id, version, title: id, description: id, defaultEnabled: true, migrations: 'migrations' },
    null,
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`migrations/${name}`, text])),
  )

const note = 'create table note (id integer primary key, owner uuid references kernel.identity (id))'
const more = `alter table note add column body text;
--> statement-breakpoint
create function answer() returns integer language sql as 'select 42';
--> statement-breakpoint
create type mood as enum ('fine');`

beforeAll(async () => {
  withMigrations('good', '1.0.0', { '0001_note.sql': note, '0002_more.sql': more })
  for (const [id, text] of Object.entries(attacks)) withMigrations(id, '1.0.0', { '0001_loot.sql': text })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const rowOf = async (id: string) => (await server.server.plugins.list()).find((each) => each.id === id)

describe('the migrations of a plugin', () => {
  it.each(Object.keys(attacks))(
    '[ISO12] run under a login that only its own schema knows: %s',
    async (id) => {
      expect(await rowOf(id)).toMatchObject({
        state: 'migrationFailed',
        reason: expect.stringMatching(/denied|must be|does not exist|does not migrate/),
      })
    },
  )

  it('[ISO12] leave nothing of a refused file behind', async () => {
    const { rows } = await server.pool.query(
      `select plugin, name from kernel.migrations where plugin = any($1) or name like '9999%'`,
      [Object.keys(attacks)],
    )
    expect(rows).toEqual([])
    const { rows: tables } = await server.pool.query(`select from pg_tables where tablename = 'loot'`)
    expect(tables).toEqual([])
  })

  it('[ISO12] make and change what is its own, foreign keys to identities included', async () => {
    expect(await rowOf('good')).toMatchObject({ state: 'active', reason: null })
    const { rows } = await server.pool.query(
      `select tableowner ~ '^sm_' as apart, (select array_agg(name order by name) from kernel.migrations
         where plugin = 'good') as applied from pg_tables where schemaname = 'good'`,
    )
    expect(rows).toEqual([{ apart: true, applied: ['0001_note.sql', '0002_more.sql'] }])
  })

  it('[ISO12] have a login only while they run', async () => {
    const { rows } = await server.pool.query(
      `select from pg_roles where rolname ~ '^sm_' and rolcanlogin and rolname in (select tableowner from pg_tables)`,
    )
    expect(rows).toEqual([])
  })

  it('[ISO12] go on with tables that an earlier version made with the product’s rights', async () => {
    await server.server.plugins.disable('good', null)
    // As such a version would have left them.
    await server.pool.query(
      `alter table good.note owner to current_user; alter function good.answer owner to current_user;
       alter type good.mood owner to current_user`,
    )
    withMigrations('good', '1.1.0', {
      '0001_note.sql': note,
      '0002_more.sql': more,
      '0003_again.sql': `alter table note add column mood mood; drop function answer`,
    })
    const next = await startServer({ config: server.config, roots: rootsWith(plugins) })
    try {
      await next.plugins.enable('good', null)
      const { rows } = await server.pool.query('select body, mood from good.note')
      expect(rows).toEqual([])
    } finally {
      await next.stop()
    }
  })
})
