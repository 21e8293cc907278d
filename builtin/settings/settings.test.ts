import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const editor = () => server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })

interface Listed {
  readonly key: string
  readonly value: unknown
  readonly isSet: boolean
  readonly rootOnly: boolean
  readonly lastChange: { readonly by: string | null } | null
}

const listed = async (api: Awaited<ReturnType<typeof editor>>['api'], key: string) => {
  const { body } = await api.get('/api/settings')
  return (body['settings'] as Listed[]).find((each) => each.key === key)
}

const publicSettings = async () => {
  const { body } = await server.anonymous().get('/api/system/settings')
  return body['settings'] as Record<string, unknown>
}

const cachedByClients =
  `app_name app_version app_lang app_timezone app_url currency currency_symbol company_name
  company_address company_city company_state company_country company_zip company_vat default_cpu default_ram default_disk
  default_ports default_databases default_backups default_server_slots server_renew_days server_renew_cost afk_enabled
  allow_coins_sharing allow_public_profiles allow_servers allow_tickets code_redemption_enabled credits_recharge_enabled
  early_supporters_enabled leaderboard_enabled referrals_enabled server_renew_enabled store_enabled zero_trust_enabled
  debug_debug debug_version debug_os debug_os_kernel debug_name debug_telemetry debug`.split(/\s+/)

it('[SET1] leaves out none of the settings that clients cache', async () => {
  const there = Object.keys(await publicSettings())
  expect(cachedByClients.filter((key) => !there.includes(key))).toEqual([])
})

it('[SET1] gives every client the settings that no other plugin declares', async () => {
  expect(await publicSettings()).toMatchObject({
    status_page_url: '',
    currency: 'EUR',
    currency_symbol: '€',
    allow_coins_sharing: true,
    allow_public_profiles: true,
    allow_tickets: true,
    credits_recharge_enabled: false,
    early_supporters_enabled: false,
    leaderboard_enabled: true,
    server_renew_enabled: false,
    server_renew_days: 30,
    server_renew_cost: 100,
    zero_trust_enabled: false,
  })
})

it('[SET3] writes what changed and refuses the whole when one value is wrong', async () => {
  const { api } = await editor()
  const good = await api.patch('/api/settings', { values: { currency_symbol: 'E', currency: 'EUR' } })
  expect(good.body['changed']).toEqual(['currency_symbol'])
  const bad = await api.patch('/api/settings', {
    values: {
      status_page_url: 'https://status.example.com',
      currency: 'euro',
      website_url: 'javascript:alert(1)',
      no_such_key: 1,
    },
  })
  expect(bad.status).toBe(400)
  expect(bad.body['fields']).toEqual({
    currency: 'invalid_format',
    website_url: 'web_address',
    no_such_key: 'unrecognized_keys',
  })
  expect(await publicSettings()).toMatchObject({ currency_symbol: 'E', status_page_url: '', website_url: '' })
})

it('[SET8] says who changed a setting last', async () => {
  const [{ api, person }, first] = [await editor(), await editor()]
  await first.api.patch('/api/settings', { values: { discord_invite_url: 'https://discord.gg/w' } })
  await api.patch('/api/settings', { values: { discord_invite_url: 'https://discord.gg/x' } })
  expect((await listed(api, 'discord_invite_url'))?.lastChange?.by).toBe(person.username)
})

it('[SET2, SET4, SET10] never sends a secret back, and logs only that it changed', async () => {
  const { api } = await server.signIn({ permissions: ['admin.root'] })
  await api.patch('/api/settings', { values: { pterodactyl_api_key: 'ptla_secret123' } })
  expect(await listed(api, 'pterodactyl_api_key')).toMatchObject({ value: null, isSet: true })
  await api.patch('/api/settings', { values: { pterodactyl_api_key: '' } })
  expect(await listed(api, 'pterodactyl_api_key')).toMatchObject({ value: null, isSet: false })
  const { rows } = await server.pool.query(
    `select before, after from kernel.audit where action = 'settings:edited'`,
  )
  expect(JSON.stringify(rows)).not.toContain('ptla_secret123')
  expect(rows).toContainEqual({
    before: { pterodactyl_api_key: 'not set' },
    after: { pterodactyl_api_key: 'changed' },
  })
})

it('[SET5] takes custom code only from root, after a proof', async () => {
  const values = { custom_css: 'body{}' }
  const { api: plain } = await editor()
  expect((await plain.patch('/api/settings', { values })).body.error_code).toBe('SETTINGS_ROOT_REQUIRED')
  const { api, person } = await server.signIn({ role: 'Administrator', proven: false })
  expect((await api.patch('/api/settings', { values })).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
  const { rows } = await server.pool.query<{ id: string }>(
    'select id from kernel.session where user_id = $1',
    [person.id],
  )
  await server.server.core.sessions.markReauthenticated(rows[0]?.id ?? '')
  expect((await api.patch('/api/settings', { values })).status).toBe(200)
  expect((await server.anonymous().get('/api/system/custom.css')).body['text']).toBe('body{}')
})

it('[SET5] takes a secret, and the address it is sent to, only after a proof', async () => {
  const { api } = await server.signIn({ permissions: ['admin.root'], proven: false })
  const before = await listed(api, 'pterodactyl_base_url')
  for (const values of [
    { pterodactyl_api_key: 'ptla_stolen' },
    { pterodactyl_base_url: 'https://elsewhere.example.com' },
  ])
    expect((await api.patch('/api/settings', { values })).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
  expect(await listed(api, 'pterodactyl_base_url')).toEqual(before)
  expect((await api.patch('/api/settings', { values: { company_name: 'Acme' } })).status).toBe(200)
})

it('[SET6] asks for its own permissions', async () => {
  const { api: nobody } = await server.signIn()
  expect((await nobody.get('/api/settings')).status).toBe(403)
  const { api: viewer } = await server.signIn({ permissions: ['admin.settings.view'] })
  expect((await viewer.get('/api/settings')).status).toBe(200)
  expect((await viewer.patch('/api/settings', { values: { currency: 'USD' } })).status).toBe(403)
  expect((await publicSettings())['currency']).toBe('EUR')
})

it('[SET14] lists saved changes with both values; secrets without, long ones cut', async () => {
  const { api, person } = await editor()
  await api.patch('/api/settings', { values: { website_url: 'https://one.example' } })
  await api.patch('/api/settings', {
    values: { website_url: 'https://two.example', company_city: 'Hamburg' },
  })
  await server.server.core.orm.transaction((tx) =>
    server.server.core.audit.write(tx, {
      actor: person.id,
      action: 'settings:edited',
      target: 'settings',
      before: { smtp_pass: 'not set', custom_css: 'a'.repeat(3_000) },
      after: { smtp_pass: 'changed', custom_css: 'b'.repeat(3_000) },
    }),
  )
  const { body } = await api.get('/api/settings/changes?limit=3')
  const items = body['items'] as { by: string; changes: { key: string; canUndo: boolean; after: string }[] }[]
  expect(items.map(({ by }) => by)).toEqual([person.username, person.username, person.username])
  expect(items[1]?.changes).toContainEqual({
    key: 'website_url',
    before: 'https://one.example',
    after: 'https://two.example',
    canUndo: true,
  })
  expect(items[0]?.changes.map(({ key, canUndo }) => [key, canUndo])).toEqual([
    ['smtp_pass', false],
    ['custom_css', false],
  ])
  expect(items[0]?.changes[1]?.after.length).toBeLessThan(300)
  const other = await server.signIn({ permissions: ['admin.users.list'] })
  expect((await other.api.get('/api/settings/changes')).status).toBe(403)
})
