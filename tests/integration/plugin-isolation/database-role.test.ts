import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileStatements } from '../../support/plugins/hostile-attempts.ts'
import { rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

/** Runs whatever text it is sent, as a plugin with a hole would. */
const attacker = (id: string) => `
const raw = (text) => Object.assign([text], { raw: [text] })
endpoints.push(answer(post('/api/${id}/run', { body: z.object({ text: z.string() }) }), manifest, async ({ body, db }) => {
  try { return { rows: await db.sql(raw(body.text)) } }
  catch (error) { return { code: error.code ?? null, message: error.message } }
}))
endpoints.push(answer(post('/api/${id}/transaction', { body: z.object({ texts: z.array(z.string()) }) }), manifest, async ({ body, db }) => {
  try { return await db.transaction(async (tx) => {
    let rows = []
    for (const text of body.texts) rows = await tx.sql(raw(text))
    return { rows }
  }) } catch (error) { return { code: error.code ?? null, message: error.message } }
}))
`

const tables = `
create table loot (id integer primary key, owner uuid references kernel.identity (id));
--> statement-breakpoint
create sequence counter;
--> statement-breakpoint
create function answer() returns integer language sql as 'select 42';`

beforeAll(async () => {
  for (const id of ['thief', 'victim'])
    writeIsolatedPlugin(plugins, {
      id,
      mode: 'process',
      capabilities: ['server.http', 'server.db'],
      module: attacker(id),
      manifest: { migrations: 'migrations' },
      files: { 'migrations/0001_loot.sql': tables },
    })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const run = async (text: string) => (await server.anonymous().post('/api/thief/run', { text })).body
const together = async (...texts: string[]) =>
  (await server.anonymous().post('/api/thief/transaction', { texts })).body

const loginOf = async (plugin: string) => {
  const { rows } = await server.pool.query<{ role_name: string; sealed_password: string }>(
    'select role_name, sealed_password from kernel.plugin_role where plugin = $1',
    [plugin],
  )
  const row = rows[0]
  if (!row) throw new Error(`${plugin} has no role`)
  return { user: row.role_name, password: server.server.core.secrets.open(row.sealed_password) }
}

/** A connection of the thief's own, past the product's pool, as code in its process could open one. */
async function connectAsThief() {
  const { user, password } = await loginOf('thief')
  const url = new URL(server.config.databaseUrl ?? '')
  url.username = user
  url.password = password
  const client = new Client({ connectionString: url.href })
  client.on('error', () => undefined) // ended by the product, as the tests want it
  await client.connect()
  return client
}

describe('the database role of a plugin', () => {
  it('[ISO4] uses its own tables, sequences and functions', async () => {
    await run(`insert into loot (id) values (1)`)
    await run(`update loot set id = 2`)
    expect((await run('select id from loot'))['rows']).toEqual([{ id: 2 }])
    expect((await run('select id from thief.loot'))['rows']).toEqual([{ id: 2 }])
    expect((await run(`select nextval('counter') as n, answer() as a`))['rows']).toEqual([{ n: 1, a: 42 }])
    await run('delete from loot')
  })

  it.each(hostileStatements)('[ISO4] refuses: %s', async (text) => {
    const { code, message, rows } = await run(text)
    expect([rows, code], String(message)).toEqual([undefined, expect.stringMatching(/^(42501|42704|0A000)$/)])
  })

  it('[ISO4] takes one statement at a time', async () => {
    expect(await run('select 1; select 2')).toMatchObject({ code: '42601' })
  })

  it('[ISO4] stays who it is, whatever it resets', async () => {
    const { user } = await loginOf('thief')
    const { rows } = await together('reset role', 'reset session authorization', 'select current_user as me')
    expect(rows).toEqual([{ me: user }])
    expect(await together('reset role', 'select * from kernel.session')).toMatchObject({ code: '42501' })
  })

  it('[ISO4] acts for no other plugin through the kernel’s functions', async () => {
    for (const text of [
      `select kernel.plugin_add_job('victim', 'x', '{}', 1, null, null)`,
      `select kernel.plugin_add_job('kernel', 'sweep', '{}', 1, null, null)`,
      `select kernel.plugin_emit('victim', 'victim:robbed', '{}')`,
      `select kernel.plugin_emit('thief', 'victim:robbed', '{}')`,
    ])
      expect(await run(text), text).toMatchObject({ code: '42501' })
    const { rows } = await server.pool
      .query(`select from graphile_worker.jobs where task_identifier = 'spawnpoint'
      and key like 'victim%'`)
    expect(rows).toEqual([])
  })

  it('[ISO4] leaves nothing behind on a connection: settings, locks, listeners', async () => {
    await run(`set statement_timeout = 0`)
    await run(`select pg_advisory_lock(4711)`)
    await run(`listen spawnpoint`)
    await run(`create temporary table scratch (id integer)`)
    const { rows } = await run(`select current_setting('statement_timeout') as timeout,
      (select count(*) from pg_locks where locktype = 'advisory' and objid = 4711) as locks,
      (select count(*) from pg_listening_channels()) as channels, to_regclass('scratch') as scratch`)
    expect(rows).toEqual([{ timeout: '10s', locks: 0, channels: 0, scratch: null }])
  })

  it('[ISO4] ends what runs too long, also when it sets its own limit aside, and the product stays quick', async () => {
    const order: string[] = []
    const sleeping = [
      run('select pg_sleep(600)').finally(() => order.push('slow')),
      together('set local statement_timeout = 0', 'select pg_sleep(600)').finally(() => order.push('sly')),
      ...Array.from({ length: 20 }, () => run('select pg_sleep(600)')),
    ]
    for (let round = 0; round < 50; round += 1) await server.pool.query('select 1')
    order.push('product')
    await Promise.all(sleeping)
    expect(order).toEqual(['product', 'slow', 'sly'])
  })

  it('[ISO4] has a bounded number of connections, of its own', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 100 }, connectAsThief))
    const open = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const refusals = new Set(
      tries.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code?: string }).code] : [])),
    )
    expect(open.length).toBeLessThanOrEqual(16)
    expect([...refusals]).toEqual(['53300'])
    await server.pool.query('select 1')
    expect((await server.anonymous().get('/api/health/ready')).status).toBe(200)
    await Promise.all(open.map((client) => client.end()))
  })

  it('[ISO4] keeps its password, and gets a new one when the old one cannot be opened any more', async () => {
    const before = await loginOf('thief')
    await server.server.plugins.disable('thief', null)
    await server.server.plugins.enable('thief', null)
    expect(await loginOf('thief')).toEqual(before)
    await server.pool.query(
      `update kernel.plugin_role set sealed_password = 'v1.lost' where plugin = 'thief'`,
    )
    await server.server.plugins.disable('thief', null)
    await server.server.plugins.enable('thief', null)
    expect((await loginOf('thief')).password).not.toBe(before.password)
    expect((await run('select 1 as one'))['rows']).toEqual([{ one: 1 }])
  })
})
