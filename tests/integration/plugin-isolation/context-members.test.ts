import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer
let aheadMs = 0

const all = (id: string) =>
  [
    'server.http',
    'server.db',
    'server.jobs',
    'server.blobs',
    `server.events:${id}:written`,
    'server.services:words.words',
    'http.external:example.com',
  ] as const

const migration = `create table note (id uuid primary key default gen_random_uuid(), text text not null,
  owner uuid references kernel.identity (id))`

const settings = {
  type: 'object',
  properties: {
    colour: { type: 'string', default: 'blue' },
    token: { type: 'string', 'x-secret': true },
  },
  required: ['token'],
}

const everything = (id: string) => ({
  module: `
const seen = []
const written = defineEvent('${id}:written', z.object({ n: z.number() }))
const Words = defineService('words.words')
const said = async (work) => { try { await work(); return 'nothing' } catch (error) { return error.message } }
listeners.push(listen(written, manifest, async ({ id, payload }) => {
  z.uuid().parse(id)
  seen.push('event ' + payload.n)
}))
jobs.push(defineJob('remember', { payload: z.object({ n: z.number() }) }, manifest, async ({ payload: { n }, attempt }) => {
  seen.push('job ' + n + ' try ' + attempt)
}))
const echo = post('/api/${id}/echo/:name', {
  params: z.object({ name: z.string().min(2) }),
  query: z.object({ times: z.coerce.number().int().default(1) }),
  body: z.strictObject({ at: z.iso.date() }),
  fails: { NOTES_NONE: 409 },
})
const write = post('/api/${id}/write', { body: z.object({ n: z.number(), roll: z.boolean() }) })
endpoints.push(
  answer(echo, manifest, async ({ actor, params, query, body, ip, fail }) => {
    if (params.name === 'none') throw fail('NOTES_NONE', { details: { wanted: 'one' } })
    return { actor: actor && actor.can('admin.root'), name: params.name, times: query.times, at: body.at, ip }
  }),
  answer(post('/api/${id}/file', { accepts: FORM_DATA, bodyLimit: 1000, body: uploadedFile() }), manifest, async ({ body }) => {
    const { name, type, size, fields } = body
    return { name, type, size, fields: Object.entries(fields), plain: fields.toString === undefined, text: new TextDecoder().decode(await body.read()) }
  }),
  answer(post('/api/${id}/mine', { access: { user: true } }), manifest, async ({ actor }) =>
    ({ who: actor.id, root: actor.can('admin.root') })),
  answer(write, manifest, async ({ body, db, events, jobs }) => {
    await db.transaction(async (tx) => {
      await tx.sql\`insert into note (text) values (\${'note ' + body.n})\`
      await events.emit(written, { n: body.n }, { tx })
      await jobs.add('remember', { n: body.n }, { tx })
      if (body.roll) throw new Error('roll back')
    }).catch((error) => { if (error.message !== 'roll back') throw error })
    return { notes: (await db.sql\`select text from note order by text\`).map((row) => row.text) }
  }),
  answer(post('/api/${id}/plain'), manifest, async ({ events, jobs }) => {
    await events.emit(written, { n: 100 })
    await jobs.add('remember', { n: 200 })
    return {}
  }),
  answer(post('/api/${id}/time'), manifest, async ({ clock }) => ({ at: clock.now().toISOString() })),
  answer(post('/api/${id}/seen'), manifest, async ({ config }) => ({ seen, config: config.read() })),
  answer(post('/api/${id}/blob'), manifest, async ({ blobs }) => {
    const key = await blobs.put('pictures', new Uint8Array([1, 2, 3]), 'image/png')
    const { bytes, type } = await blobs.get('pictures', key)
    await blobs.remove('pictures', key)
    return { bytes: [...bytes], type, gone: await blobs.get('pictures', key) }
  }),
  answer(post('/api/${id}/words'), manifest, async ({ services }) => {
    const words = services.find(Words)
    return { upper: words ? await words.upper('abc') : null }
  }),
  answer(post('/api/${id}/limit'), manifest, async ({ limits }) => {
    const rule = { max: 2, perSeconds: 60 }
    return { within: [await limits.take('x', rule), await limits.take('x', rule), await limits.take('x', rule)] }
  }),
  answer(post('/api/${id}/refused'), manifest, async ({ clock, db, events, fetch, log, services }) => ({
    foreignEmit: await said(() => events.emit(defineEvent('users:created', ok), {})),
    foreignEmitIn: await said(() => db.transaction((tx) => events.emit(defineEvent('users:created', ok), {}, { tx }))),
    otherService: await said(() => services.find(defineService('users.users'))),
    otherHost: await said(() => fetch('https://example.org/')),
    plainHttp: await said(() => fetch('http://example.com/')),
    otherPort: await said(() => fetch('https://example.com:8443/')),
    log: await said(() => log.info({ at: clock.now() }, 'a line')),
  })),
)
`,
  setup: `
context.config.onChange((values) => { seen.push('colour ' + values.colour) })
context.describeSession(async () => ({ stats: { notes: 3 } }))
context.health('notes', async () => ({ status: 'healthy', detail: 'fine' }))
`,
})

const nothing = (id: string) => ({
  module: `
const members = ['db', 'jobs', 'blobs', 'events', 'services', 'fetch']
const read = (object) => Object.fromEntries(members.map((member) => {
  try { void object[member]; return [member, 'nothing'] } catch (error) { return [member, error.message] }
}))
let inSetup
endpoints.push(answer(post('/api/${id}/told'), manifest, async (call) =>
  ({ inSetup, inCall: read(call), keys: Object.keys(call) })))
`,
  setup: 'inSetup = read(context)',
})

/** The one table of the sdk, with the query builder that a worker does not load by itself. */
const drawing = (id: string) => ({
  module: `
import { identity } from '@spawnpoint/sdk/server'
import { getTableName, is, eq } from 'drizzle-orm'
import { getTableConfig, PgTable, pgSchema, QueryBuilder, uuid } from 'drizzle-orm/pg-core'
const note = pgSchema('notes').table('note', { owner: uuid('owner').references(() => identity.id) })
endpoints.push(answer(post('/api/${id}/drawn'), manifest, async () => ({
    table: [is(identity, PgTable), getTableName(identity), identity.id.name, 'id' in identity, Object.keys(identity)],
    refers: getTableConfig(note).foreignKeys.map((key) => getTableName(key.reference().foreignTable)),
    sql: new QueryBuilder().select({ id: identity.id }).from(note).innerJoin(identity, eq(identity.id, note.owner)).toSQL().sql,
  })))`,
})

beforeAll(async () => {
  plugins.write(
    { id: 'words', version: '1.0.0', title: 'words', description: 'words', defaultEnabled: true },
    `import { defineService } from '@spawnpoint/sdk/common'
import { definePluginServer, provide } from '@spawnpoint/sdk/server'
export default definePluginServer({ kind: 'builtin' }, {
  provides: [provide(defineService('words.words'), {}, () => ({ upper: async (text) => text.toUpperCase() }))] })`,
  )
  for (const mode of modes) {
    const id = `full-${mode}`
    writeIsolatedPlugin(plugins, {
      id,
      mode,
      capabilities: all(id),
      ...everything(id),
      manifest: { migrations: 'migrations', settings },
      files: { 'migrations/0001_note.sql': migration },
    })
    writeIsolatedPlugin(plugins, { id: `bare-${mode}`, mode, ...nothing(`bare-${mode}`) })
    writeIsolatedPlugin(plugins, { id: `drawn-${mode}`, mode, ...drawing(`drawn-${mode}`) })
    writeIsolatedPlugin(plugins, {
      id: `greedy-${mode}`,
      mode,
      setup: `const { db } = context; await db.sql\`select 1\``,
    })
  }
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  server = await startTestServer({ roots: rootsWith(plugins), clock })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const rowOf = async (id: string) => (await server.server.plugins.list()).find((each) => each.id === id)

it('[PLM28] lists of a plugin of the plugins folder what the consent to a package lists', async () => {
  const { rights = [] } = (await rowOf('full-process')) ?? {}
  expect(rights.map(({ kind, value }) => [kind, value])).toEqual(
    expect.arrayContaining([
      ['capability', 'server.http'],
      ['jobs', 'server.jobs'],
      ['tables', 'full_process'],
    ]),
  )
  const builtins = (await server.server.plugins.list()).filter(({ source }) => source === 'builtin')
  expect(builtins.filter((row) => row.rights !== undefined)).toEqual([])
})

describe.each(modes)('a server module in a %s', (mode) => {
  const id = `full-${mode}`
  const call = (name: string, body?: unknown) => server.anonymous().post(`/api/${id}/${name}`, body)

  it('[ISO1] is given what its manifest lists', async () => {
    expect(await rowOf(id)).toMatchObject({ state: 'active', reason: null })
    expect(server.server.host.find(id)?.isolation).toEqual({ server: mode, database: 'role' })
  })

  it('[ISO3] may name the table of identities to a query builder of its own', async () => {
    const { body } = await server.anonymous().post(`/api/drawn-${mode}/drawn`)
    expect(body).toMatchObject({
      table: [true, 'identity', 'id', true, expect.arrayContaining(['id'])],
      refers: ['identity'],
      sql: 'select "kernel"."identity"."id" from "notes"."note" inner join "kernel"."identity" on "kernel"."identity"."id" = "notes"."note"."owner"',
    })
  })

  it('[ISO1] meets a refusal that names the line when it reads another member', async () => {
    const { body } = await server.anonymous().post(`/api/bare-${mode}/told`)
    const told = {
      db: `E_CAPABILITY: bare-${mode} uses context.db; add "server.db" to capabilities in manifest.ts`,
      jobs: `E_CAPABILITY: bare-${mode} uses context.jobs; add "server.jobs" to capabilities in manifest.ts`,
      blobs: `E_CAPABILITY: bare-${mode} uses context.blobs; add "server.blobs" to capabilities in manifest.ts`,
      events: `E_CAPABILITY: bare-${mode} uses context.events; add "server.events:<plugin>:<fact>" to capabilities in manifest.ts`,
      services: `E_CAPABILITY: bare-${mode} uses context.services; add "server.services:<token>" to capabilities in manifest.ts`,
      fetch: `E_CAPABILITY: bare-${mode} uses context.fetch; add "http.external:<host>" to capabilities in manifest.ts`,
    }
    expect(body).toMatchObject({ inSetup: told, inCall: told })
    expect(body['keys']).not.toContain('db')
    expect(body['keys']).toEqual(expect.arrayContaining(['actor', 'log']))
    const reason = `E_CAPABILITY: greedy-${mode} uses context.db; add "server.db" to capabilities in manifest.ts`
    // A switch of another plugin may just be trying it once more.
    await vi.waitFor(async () => {
      const row = await rowOf(`greedy-${mode}`)
      expect(row?.state).toMatch(/^(failed|quarantined)$/)
      expect(row?.reason).toContain(reason)
    })
  })

  it('[ISO3] reads the clock of the product, also once that was put on', async () => {
    const minutesAhead = async () => {
      const at = Date.parse(String((await call('time')).body['at']))
      return (at - Date.now()) / 60_000
    }
    const before = aheadMs / 60_000
    expect(await minutesAhead()).toBeCloseTo(before, 0)
    aheadMs += 3_600_000
    expect(await minutesAhead()).toBeCloseTo(before + 60, 0)
  })

  it('[ISO3] parses what is sent, knows who calls, and answers expected failures', async () => {
    const good = await call('echo/ann?times=4', { at: '2026-01-02' })
    expect(good.body).toMatchObject({ success: true, actor: null, name: 'ann', times: 4, at: '2026-01-02' })
    const bad = await call('echo/a', { at: '2026-01-02' })
    expect(bad).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION', fields: { name: 'too_small' } },
    })
    const more = await call('echo/ann', { at: '2026-01-02', other: 1 })
    expect(more).toMatchObject({ status: 400, body: { fields: { other: 'unrecognized_keys' } } })
    const failed = await call('echo/none', { at: '2026-01-02' })
    expect(failed).toMatchObject({
      status: 409,
      body: { error_code: 'NOTES_NONE', details: { wanted: 'one' } },
    })
    expect((await call('mine')).status).toBe(401)
    const { api, person } = await server.signIn({ permissions: ['admin.root'] })
    expect((await api.post(`/api/${id}/mine`)).body).toMatchObject({ who: person.id, root: true })
  })

  it('[ISO3][UPL1] takes a file of a form, which may be larger than allowed or not there', async () => {
    const formOf = (text: string | null) => {
      const form = new FormData()
      form.append('note', 'n1')
      if (text !== null) form.append('file', new File([text], 'milk.txt', { type: 'text/plain' }))
      return form
    }
    expect((await call('file', formOf('two litres'))).body).toMatchObject({
      name: 'milk.txt',
      type: 'text/plain',
      size: 10,
      fields: [['note', 'n1']],
      plain: true,
      text: 'two litres',
    })
    const large = await call('file', formOf('x'.repeat(1001)))
    expect(large).toMatchObject({ status: 413, body: { error_code: 'TOO_LARGE' } })
    const none = await call('file', formOf(null))
    expect(none).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } })
  })

  it('[ISO3] is described in the API description', async () => {
    const { api } = await server.signIn({ permissions: ['admin.root'] })
    const { body } = await api.get('/api/docs')
    const paths = body['paths'] as Record<string, { post?: object }>
    expect(paths[`/api/${id}/echo/{name}`]?.post).toMatchObject({
      parameters: [
        { name: 'name', in: 'path', schema: { type: 'string', minLength: 2 } },
        { name: 'times', in: 'query' },
      ],
      requestBody: { content: { 'application/json': { schema: { required: ['at'] } } } },
    })
  })

  it('[ISO5] queues and tells within its transaction, and not at all when that is rolled back', async () => {
    await call('write', { n: 1, roll: true })
    const { body } = await call('write', { n: 2, roll: false })
    expect(body['notes']).toEqual(['note 2'])
    await call('plain')
    await vi.waitFor(
      async () => {
        const seen = (await call('seen')).body['seen'] as string[]
        expect(seen.filter((each) => !each.startsWith('colour')).toSorted()).toEqual([
          'event 100',
          'event 2',
          'job 2 try 1',
          'job 200 try 1',
        ])
      },
      { interval: 50 },
    )
  })

  it('[ISO9] reads its settings with defaults and secrets in clear, and hears of a save', async () => {
    expect((await call('seen')).body['config']).toEqual({ colour: 'blue' })
    await server.server.plugins.writeConfig(id, { colour: 'red', token: 'sesame' }, null)
    await vi.waitFor(async () => {
      const { seen, config } = (await call('seen')).body as { seen: string[]; config: object }
      expect(config).toEqual({ colour: 'red', token: 'sesame' })
      expect(seen).toContain('colour red')
    })
  })

  it('keeps files, counts calls and uses the services it was granted', async () => {
    expect((await call('blob')).body).toMatchObject({ bytes: [1, 2, 3], type: 'image/png', gone: null })
    expect((await call('limit')).body['within']).toEqual([true, true, false])
    expect((await call('words')).body['upper']).toBe('ABC')
    await server.server.plugins.disable('words', null)
    await vi.waitFor(async () => expect((await call('words')).body['upper']).toBeNull())
    await server.server.plugins.enable('words', null)
    await vi.waitFor(async () => expect((await call('words')).body['upper']).toBe('ABC'))
  })

  it('[ISO1] reaches no event, service, host or path beyond its grants', async () => {
    const { body } = await call('refused')
    expect(body).toMatchObject({
      foreignEmit: `E_EVENT_OWNER: users:created is no event of ${id}; name it ${id}:<fact>`,
      foreignEmitIn: `E_EVENT_OWNER: users:created is no event of ${id}; name it ${id}:<fact>`,
      otherService: `E_CAPABILITY: ${id} uses users.users; add "server.services:users.users" to capabilities in manifest.ts`,
      otherHost: `E_HOST: ${id} calls example.org; add "http.external:example.org" to capabilities in manifest.ts`,
      plainHttp: `E_HOST: ${id} may call https only, not http://`,
      otherPort: `E_HOST: ${id} may call port 443 only, not 8443`,
      log: 'nothing',
    })
  })

  it('[ISO2] names its entries of the session answer and its line of the health page, while it is on', async () => {
    const { api } = await server.signIn()
    const stats = async () => (await api.get('/api/user/session')).body['stats']
    expect(await stats()).toMatchObject({ [`${id}.notes`]: 3 })
    const { health } = server.server.host.find(id)?.owned.registrations ?? { health: [] }
    expect(await health[0]?.check()).toEqual({ status: 'healthy', detail: 'fine' })
    await server.server.plugins.disable(id, null)
    await vi.waitFor(async () => expect(await stats()).not.toHaveProperty(`${id}.notes`))
    expect((await call('seen')).status).toBe(404)
    await server.server.plugins.enable(id, null)
    expect((await call('seen')).status).toBe(200)
  })
})
