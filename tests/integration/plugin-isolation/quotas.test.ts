import { afterAll, beforeAll, expect, it } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

/** Runs whatever text it is sent, and answers more than anybody can read. */
const hoarder = (id: string) => `
const raw = (text) => Object.assign([text], { raw: [text] })
endpoints.push(answer(post('/api/${id}/run', { body: z.object({ text: z.string() }) }), manifest, async ({ body, db }) => {
  try { return { rows: await db.sql(raw(body.text)) } }
  catch (error) { return { code: error.code ?? null, message: error.message } }
}))
endpoints.push(answer(post('/api/${id}/huge'), manifest, async () => ({ text: 'x'.repeat(17 * 1024 * 1024) })))
`

beforeAll(async () => {
  // One each for large objects: three faults in a minute would switch a plugin off.
  for (const mode of modes)
    for (const name of ['hoard', 'loot'])
      writeIsolatedPlugin(plugins, {
        id: `${name}-${mode}`,
        mode,
        capabilities: ['server.http', 'server.db'],
        module: hoarder(`${name}-${mode}`),
        manifest: { migrations: 'migrations' },
        files: { 'migrations/0001_loot.sql': 'create table loot (id serial primary key, text text);' },
      })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const call = async (path: string, body: object = {}) => (await server.anonymous().post(path, body)).body
const errorOf = async (id: string) =>
  (await server.server.plugins.list()).find((each) => each.id === id)?.lastError ?? ''
/** The look at the sizes comes every five seconds. */
const patiently = { timeout: 120_000, interval: 200 }

it.each(modes)('[ISO14] keeps the tables of a plugin in its %s within their quota', async (mode) => {
  const id = `hoard-${mode}`
  const run = (text: string) => call(`/api/${id}/run`, { text })
  const { settings } = server.server.core
  await settings.write({ plugin_schema_megabytes: 1 })
  const fill = `insert into loot (text) select md5(random()::text) from generate_series(1, 20000)`
  expect((await run(fill))['rows']).toEqual([])
  await expect
    .poll(() => run(`insert into loot (text) values ('more')`), patiently)
    .toMatchObject({ code: '42501' })
  expect(await run(`update loot set text = 'other'`)).toMatchObject({ code: '42501' })
  expect((await run('select count(*)::int > 0 as some from loot'))['rows']).toEqual([{ some: true }])
  expect((await run('delete from loot where id < 10'))['rows']).toEqual([])
  expect(await errorOf(id)).toContain('E_SCHEMA_FULL: its tables take')
  await settings.write({ plugin_schema_megabytes: 1024 })
  await expect
    .poll(() => run(`insert into loot (text) values ('more')`), patiently)
    .toMatchObject({ rows: [] })
})

it.each(modes)(
  '[ISO14] deletes large objects of a plugin in its %s, which no quota would count',
  async (mode) => {
    const id = `loot-${mode}`
    const made = () =>
      server.pool.query(`select from pg_largeobject_metadata join pg_roles on pg_roles.oid = lomowner
      where rolname like '%loot_${mode}'`)
    const { rows } = await call(`/api/${id}/run`, { text: `select lo_from_bytea(0, 'loot')::text as loot` })
    expect(rows).toEqual([{ loot: expect.stringMatching(/^\d+$/) }])
    await expect.poll(async () => (await made()).rowCount, patiently).toBe(0)
    await expect.poll(() => errorOf(id)).toContain('E_LARGE_OBJECT: 1 large objects were deleted')
  },
)

it.each(modes)('[ISO15] sends no reply of a plugin in its %s that nobody can read', async (mode) => {
  expect((await call(`/api/hoard-${mode}/huge`))['error_code']).toBe('INTERNAL')
})
