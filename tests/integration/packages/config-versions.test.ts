import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { createSecrets } from '../../../kernel/cli/secrets.ts'
import { aPluginOf, openShop, PLUGINS } from './plugin-shop.ts'
import { until } from '../../support/server/start-hosting-server.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const settings = {
  type: 'object',
  properties: {
    notice: { type: 'string' },
    keep_days: { type: 'integer' },
    token: { type: 'string', 'x-secret': true },
  },
}
const address = '/api/plugin-manager/plugins/configured/config'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const shop = await openShop(server)
  await shop.install(await shop.pack(aPluginOf('configured', { settings })))
})
afterAll(() => server.stop())

it('[PLM6] never gives a secret back, and keeps the one that a save leaves empty', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  const read = async () => (await api.get(address)).body
  const save = async (values: object) => api.put(address, { values, version: (await read())['version'] })
  await save({ token: 'open sesame' })
  expect(await read()).toMatchObject({ values: {}, secretsSet: ['token'] })
  expect((await read())['values']).not.toHaveProperty('token')
  await save({ token: '', keep_days: 3 })
  expect(await read()).toMatchObject({ values: { keep_days: 3 }, secretsSet: ['token'] })
})

it('[PLM6] a secret that another SECRET_KEY sealed counts as not set', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  const { body } = await api.get(address)
  await api.put(address, { values: { token: 'open sesame', keep_days: 3 }, version: body['version'] })
  const another = createSecrets('a key that was lost').seal('open sesame')
  await server.pool.query(
    `update kernel.plugin set config = jsonb_set(config, '{token}', to_jsonb($1::text)) where id = 'configured'`,
    [another],
  )
  expect((await api.get(address)).body).toMatchObject({ values: { keep_days: 3 }, secretsSet: [] })
})

it('[PLM27] refuses a configuration that someone else has changed since it was read', async () => {
  const { api: ada } = await server.signIn({ role: 'Administrator' })
  const { api: grace } = await server.signIn({ role: 'Administrator' })
  const read = async () => (await ada.get(address)).body
  const { version, ...before } = await read()
  const values = before['values'] as object
  const first = await ada.put(address, { values: { ...values, notice: 'Back at nine' }, version })
  expect(first.status).toBe(200)
  const late = await grace.put(address, { values: { ...values, keep_days: 60 }, version })
  expect([late.status, late.body.error_code]).toEqual([409, 'STALE_EDIT'])
  expect((await read())['values']).toEqual({ ...values, notice: 'Back at nine' })
  expect((await read())['version']).toBe(first.body['version'])
})

it('[PLM27] stores one of two configurations that are sent at once', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  const { version } = (await api.get(address)).body
  const blocked = async () => {
    const { rows } = await server.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length === 2
  }
  // Both have read the same version by the time that either of them can write.
  const holder = await server.pool.connect()
  try {
    await holder.query(`begin`)
    await holder.query(`select 1 from kernel.plugin where id = 'configured' for update`)
    const saves = ['One', 'Two'].map((notice) => api.put(address, { values: { notice }, version }))
    await until('both saves wait for the row', blocked)
    await holder.query('commit')
    const answers = await Promise.all(saves)
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const stored = (await api.get(address)).body
    expect(answers.find(({ status }) => status === 200)?.body['version']).toBe(stored['version'])
  } finally {
    holder.release(true)
  }
})

it('[PLM38] shows the settings in the order and with the labels of their author', async () => {
  const properties = Object.fromEntries(
    ['zeta', 'a', 'much_longer_name', 'b'].map((name) => [name, { type: 'string' }]),
  )
  const settings = { type: 'object', additionalProperties: false, properties } as const
  const words = { labelled: { title: 'Labelled', config: { zeta: { label: 'First of all' } } } }
  const german = { labelled: { config: { zeta: { label: 'Zuerst' } } } }
  const files = { 'locales/en.json': JSON.stringify(words), 'locales/de.json': JSON.stringify(german) }
  const shop = await openShop(server)
  await shop.install(await shop.pack(aPluginOf('labelled', { settings, locales: ['en', 'de'] }), { files }))
  const { api } = await server.signIn({ permissions: ['admin.root'] })
  const { body } = await api.get(`${PLUGINS}/labelled/config`)
  const schema = body['schema'] as { properties: object }
  expect(Object.keys(schema.properties)).toEqual(['zeta', 'a', 'much_longer_name', 'b'])
  expect(body['messages']).toEqual({
    en: { zeta: { label: 'First of all' } },
    de: { zeta: { label: 'Zuerst' } },
  })
})

describe('configuration as code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-config-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeEach(() => vi.stubEnv('SHOP_TOKEN', 'open barley').stubEnv('SHOP_NOTICE', 'Welcome'))
  afterEach(() => vi.unstubAllEnvs())

  const run = (name: string, ...files: string[]) => {
    const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
    const command = commands.find((each) => each.name === `config ${name}`)
    if (!command) throw new Error(`there is no command ${name}`)
    return command.run(files.map((file) => join(folder, file)))
  }
  const plan = (values: object) => {
    writeFileSync(
      join(folder, 'wanted.yml'),
      stringify({ version: 1, plugins: { configured: { settings: values } } }),
    )
    return run('plan', 'wanted.yml', 'plan.json')
  }

  it('[CFG10] gives a plugin secrets and values by reference, and has nothing to change then', async () => {
    const wanted = { token: '${env:SHOP_TOKEN}', notice: '${env:SHOP_NOTICE}', keep_days: '${env:SHOP_DAYS}' }
    vi.stubEnv('SHOP_DAYS', '9')
    const { text } = await plan(wanted)
    expect(text).toContain(
      '~ plugin configured: token = secret from ${env:SHOP_TOKEN}, notice = "Welcome", keep_days = 9',
    )
    expect(readFileSync(join(folder, 'plan.json'), 'utf8')).not.toMatch(/open barley|Welcome/)
    expect(await run('apply', 'plan.json')).toEqual({ text: 'Made 1 changes.' })
    const { plugins } = server.server
    expect((await plugins.readConfig('configured')).values).toEqual({
      token: null,
      notice: 'Welcome',
      keep_days: 9,
    })
    expect(await plugins.holdsSecret('configured', 'token', 'open barley')).toBe(true)
    expect(await plan(wanted)).toEqual({ text: 'Nothing to change.' })
    vi.stubEnv('SHOP_TOKEN', 'another')
    expect((await plan(wanted)).text).toContain('~ plugin configured: token = secret from ${env:SHOP_TOKEN}')
  })

  it('[CFG10] names a variable for each secret in an export, and takes none in clear text', async () => {
    await run('export', 'is.yml')
    const is = readFileSync(join(folder, 'is.yml'), 'utf8')
    expect(is).toContain('token: ${env:CONFIGURED_TOKEN}')
    expect(is).not.toContain('open barley')
    expect(await plan({ token: 'open sesame' })).toEqual({
      failed: true,
      text: 'configured: token is a secret: name it as ${env:NAME} or ${file:/path}, not by its value.',
    })
    expect((await plan({ token: '${env:NOT_THERE}' })).text).toBe('The environment has no NOT_THERE.')
  })
})
