import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSource } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { writeSqlSource, type Cell } from '../../tests/support/importers/write-source.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let given: HostingServer
beforeAll(async () => {
  given = await startHostingServer()
})
afterAll(() => given.stop())

type PanelRow = HostingServer['panel']['state']['servers'][number]

/** A server that stands on the panel, as another dashboard would have built it. */
async function standing(over: Partial<PanelRow>): Promise<PanelRow> {
  const { api } = await given.signIn()
  if (given.panel.state.servers.length === 0) {
    await api.post('/api/servers', given.anOrder())
    await until('it is built', async () => given.panel.state.servers.length > 0)
  }
  const [first] = given.panel.state.servers
  if (!first) throw new Error('nothing was built')
  Object.assign(first, { status: null, installedAt: null })
  const uuid = randomUUID()
  const made = { ...first, id: 5000 + given.panel.state.servers.length, uuid, ...over }
  given.panel.state.servers.push(made)
  return made
}

const aServer = (id: string, user: number, over: Readonly<Record<string, Cell>> = {}) => ({
  id,
  name: 'Old name',
  description: null,
  suspended: null,
  identifier: 'abcdefgh',
  pterodactyl_id: null,
  user_id: user,
  product_id: randomUUID(),
  ...over,
})

const logIn = async (login: string) => {
  const api = given.anonymous()
  await api.post('/api/auth/login', { login, password: 'a fine phrase' })
  return api
}

it('[IMP8] [SRV75] servers are found on the panel by external id or number, and are what the panel says', async () => {
  const { name, aUser } = aSource()
  const byName = await standing({ external_id: `${name}-a`, name: 'Skyblock' })
  const byNumber = await standing({ external_id: null, name: 'Lobby', status: 'suspended' })
  const before = structuredClone(given.panel.state.servers)
  const users = [aUser(1), aUser(2, { suspended: 1 }), aUser(3, { email: '' })]
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users,
    servers: [
      aServer(`${name}-a`, 1, { pterodactyl_id: 999_999 }),
      aServer(`${name}-b`, 1, { pterodactyl_id: byNumber.id }),
      aServer(`${name}-c`, 1, { pterodactyl_id: 999_998 }),
      aServer(`${name}-d`, 3),
    ],
  })
  const { kinds, remarks } = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(kinds.server).toEqual({
    found: 4,
    created: 2,
    existing: 0,
    skipped: {
      'not on the game panel': { count: 1, first: [`${name}-c`] },
      'the owner was not taken over': { count: 1, first: [`${name}-d`] },
    },
    notes: {},
  })
  expect(remarks[0]).toMatch(/^1 servers of the game panel are not in this source, such as #\d+\.$/)
  // Nothing was changed on the panel, and nothing is sent there afterwards.
  expect(given.panel.state.servers).toEqual(before)
  const api = await logIn(`1@${name}.example.com`)
  const { servers } = (await api.get('/api/servers')).body as unknown as {
    servers: readonly Record<string, unknown>[]
  }
  expect(servers).toMatchObject([
    {
      name: 'Skyblock',
      identifier: byName.uuid.slice(0, 8),
      status: 'active',
      buildId: null,
      memory: byName.limits.memory,
      location: { id: given.location.id },
      egg: { id: given.egg.id },
      category: { id: given.category.id },
    },
    {
      name: 'Lobby',
      status: 'suspended',
      suspensionReason: 'Suspended before the move from CtrlPanel',
    },
  ])
  const { body } = await api.get(`/api/servers/${String(servers[0]?.['id'])}/history`)
  expect(body['items']).toMatchObject([{ kind: 'built', by: 'system' }])
  const again = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(again.kinds.server).toMatchObject({ created: 0, existing: 2 })
})

it('[IMP32] a run waits while the calls of the panel are used up', async () => {
  const { name, aUser } = aSource()
  const onPanel = await standing({ external_id: null })
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1)],
    servers: [aServer(`${name}-a`, 1, { pterodactyl_id: onPanel.id })],
  })
  given.panel.fault({ kind: 'status', status: 429, retryAfter: 1, method: 'GET', path: '/servers', times: 1 })
  const { kinds } = await runImport(given, 'ctrlpanel', { from, as: name })
  given.panel.clearFaults()
  expect(kinds.server).toMatchObject({ found: 1, created: 1 })
})

it.each([
  ['/servers', 'The game panel could not list its servers:'],
  ['/users', 'The game panel could not list its users:'],
])(
  '[IMP32] a run ends in a sentence while %s of the panel is away, and the next one goes on',
  async (path, text) => {
    const { name, aUser } = aSource()
    const onPanel = await standing({ external_id: null })
    const from = await writeSqlSource('dump', ctrlpanelSchema(), {
      users: [aUser(1, { pterodactyl_id: '999999' })],
      servers: [aServer(`${name}-a`, 1, { pterodactyl_id: onPanel.id })],
    })
    const options = { from, as: name, 'link-panel-accounts': true } as const
    given.panel.fault({ kind: 'status', status: 503, method: 'GET', path })
    const ended = await runCommand(given, 'import ctrlpanel', options)
    given.panel.clearFaults()
    expect(ended).toEqual({ failed: true, text: expect.stringContaining(text) })
    expect(ended.text).toContain('run the import again to go on')
    const { kinds } = await runImport(given, 'ctrlpanel', options)
    expect(kinds.person).toMatchObject({ created: 0, existing: 1 })
    expect(kinds.server).toMatchObject({ found: 1 })
  },
)

it('[IMP8] [SRV75] a server of a banned person stands still until the ban ends', async () => {
  const { name, aUser } = aSource()
  const onPanel = await standing({ external_id: null, status: 'suspended' })
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1, { suspended: 1 })],
    servers: [aServer(`${name}-a`, 1, { pterodactyl_id: onPanel.id })],
  })
  await runImport(given, 'ctrlpanel', { from, as: name })
  const { rows } = await given.pool.query(
    'select status, suspended_by_staff, suspension_reason from servers.server where panel_id = $1',
    [onPanel.id],
  )
  expect(rows).toEqual([{ status: 'suspended', suspended_by_staff: false, suspension_reason: null }])
})

it('[IMP9] [SRV75] a server that has no place here is reported, and a later run takes it', async () => {
  const { name, aUser } = aSource()
  const foreignEgg = await standing({ external_id: `${name}-egg`, egg: 2 })
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1)],
    servers: [aServer(`${name}-egg`, 1)],
  })
  const egg = 'its egg on the panel is not an egg here; add it and run the import again'
  const first = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(first.kinds.server).toMatchObject({
    created: 0,
    skipped: { [egg]: { count: 1, first: [`${name}-egg`] } },
  })
  await given.pool.query(
    `insert into eggs.egg (id, name, description, category_id, panel_egg_id, enabled, vip_only)
     values ($1, 'Other', '', $2, 2, true, false)`,
    [randomUUID(), given.category.id],
  )
  await given.pool.query('update locations.location set panel_location_id = 77')
  const location = 'its location on the panel is not a location here; add it and run the import again'
  const second = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(second.kinds.server).toMatchObject({ created: 0, skipped: { [location]: { count: 1 } } })
  await given.pool.query('update locations.location set panel_location_id = 1')
  const third = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(third.kinds.server).toMatchObject({ created: 1, skipped: {} })
  const known = await runImport(given, 'ctrlpanel', {
    from: await writeSqlSource('dump', ctrlpanelSchema(), {
      users: [aUser(1, { email: `2@${name}.example.com` })],
      servers: [aServer(`${name}-egg`, 1, { pterodactyl_id: foreignEgg.id })],
    }),
    as: `${name}-other`,
  })
  expect(known.kinds.server).toMatchObject({ skipped: { 'a server here is this one already': { count: 1 } } })
})

it('[IMP9] without a panel servers wait', async () => {
  const { name, aUser } = aSource()
  const onPanel = await standing({ external_id: `${name}-a` })
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1)],
    servers: [aServer(`${name}-a`, 1)],
  })
  const { settings } = given.server.core
  await settings.write({ pterodactyl_base_url: '', pterodactyl_api_key: '' })
  const waits = 'waits for the panel: no game panel is connected; run the import again afterwards'
  const alone = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(alone.kinds).toMatchObject({
    person: { created: 1 },
    server: { created: 0, skipped: { [waits]: { count: 1 } } },
  })
  await settings.write({ pterodactyl_base_url: given.panel.url, pterodactyl_api_key: given.panel.apiKey })
  const connected = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(connected.kinds).toMatchObject({ person: { created: 0, existing: 1 }, server: { created: 1 } })
  const { rowCount } = await given.pool.query('select 1 from servers.server where panel_id = $1', [
    onPanel.id,
  ])
  expect(rowCount).toBe(1)
})
