import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer

beforeAll(async () => {
  host = await startHostingServer()
})
afterAll(() => host.stop())

type Row = {
  id: string
  status: string
  panelState: string | null
  panelOwnerDiffers?: boolean
  identifier: string
  address: string | null
}
type Check = {
  name: string
  plugin: string
  status: string
  detail: string
  values?: Record<string, string | number>
}

const list = async (api: ApiClient) => (await api.get('/api/servers')).body['servers'] as Row[]

let patience = 30
/** A change of the panel's settings begins a look at all servers. */
const lookBack = () => {
  patience = patience === 59 ? 30 : patience + 1
  return host.server.core.settings.write({ panel_timeout_seconds: patience })
}

const orderOne = async () => {
  const signed = await host.signIn()
  await signed.api.post('/api/servers', host.anOrder())
  const row = await until('the server is installed', async () =>
    (await list(signed.api)).find(({ panelState }) => panelState === 'ready'),
  )
  const onPanel = host.panel.state.servers.find(({ uuid }) => uuid.startsWith(row.identifier))
  if (!onPanel) throw new Error('not built')
  return { ...signed, row, onPanel }
}

const healthOf = async (api: ApiClient) => {
  const { health } = (await api.get('/api/admin-home/overview')).body as unknown as { health: Check[] }
  return health.find(({ name, plugin }) => plugin === 'servers' && name === 'servers')
}

it('[SRV32] a failed installation is shown to the owner without waiting for a look at all servers', async () => {
  const { api } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  const made = await until('the server is there', async () => (await list(api))[0])
  expect(made.panelState).toBe('installing')
  const onPanel = host.panel.state.servers.at(-1)
  if (onPanel) Object.assign(onPanel, { status: 'install_failed', installedAt: null })
  await until('it says so', async () => (await list(api))[0]?.panelState === 'install-failed')
})

it.each([
  ['suspended', 'suspended'],
  ['install_failed', 'install-failed'],
  ['restoring_backup', 'restoring-backup'],
] as const)(
  '[SRV32] a server that is %s on the panel is shown so to owner and staff',
  async (status, shown) => {
    const { api, person, onPanel } = await orderOne()
    const staff = await host.signIn({ role: 'Administrator' })
    onPanel.status = status
    await lookBack()
    await until('the owner reads it', async () => (await list(api))[0]?.panelState === shown)
    const { body } = await staff.api.get(`/api/servers/of/${person.id}`)
    expect(body['servers']).toMatchObject([{ status: 'active', panelState: shown }])
    onPanel.status = null
    await lookBack()
    await until('it runs again', async () => (await list(api))[0]?.panelState === 'ready')
  },
)

it('[SRV32] one that was deleted on the panel is missing, and its owner can delete it', async () => {
  const { api, row, onPanel } = await orderOne()
  host.panel.state.servers = host.panel.state.servers.filter((each) => each !== onPanel)
  await lookBack()
  await until('it is missing', async () => (await list(api))[0]?.panelState === 'missing')
  await api.delete(`/api/servers/${row.id}`)
  await until('it is gone', async () => (await list(api)).length === 0)
})

it('[SRV33] its address is there as soon as it is built, and follows the panel', async () => {
  const { api } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  const made = await until('the server is there', async () => (await list(api))[0])
  expect(made.panelState).toBe('installing')
  const { allocations } = host.panel.state
  const [first] = host.panel.state.servers.at(-1)?.allocations ?? []
  const port = allocations.find(({ id }) => id === first)
  if (!port) throw new Error('no port')
  expect(made.address).toBe(`${port.alias ?? port.ip}:${port.port}`)
  Object.assign(port, { alias: 'play.example.com' })
  await lookBack()
  await until('it has moved', async () => (await list(api))[0]?.address === `play.example.com:${port.port}`)
})

it('[SRV28] another owner and other numbers on the panel are noticed', async () => {
  const { api, person, onPanel } = await orderOne()
  const staff = await host.signIn({ role: 'Administrator' })
  const other = await orderOne()
  onPanel.user = other.onPanel.user
  onPanel.uuid = randomUUID()
  onPanel.id += 1000
  await lookBack()
  const of = async () => ((await staff.api.get(`/api/servers/of/${person.id}`)).body['servers'] as Row[])[0]
  expect(
    await until('staff read it', async () => {
      const row = await of()
      return row?.panelOwnerDiffers && row
    }),
  ).toMatchObject({ identifier: onPanel.uuid.slice(0, 8), panelState: 'ready' })
  expect(await list(api)).toHaveLength(1)
})

it('[SRV112] a server that differs in two ways is counted once, and the health line leads to the comparison', async () => {
  const { api, person, onPanel } = await orderOne()
  const other = await orderOne()
  const staff = await host.signIn({ role: 'Administrator' })
  const differing = async () => Number((await healthOf(staff.api))?.values?.['differing'] ?? 0)
  const before = await differing()
  onPanel.user = other.onPanel.user
  onPanel.status = 'suspended'
  await lookBack()
  await until('both are noticed', async () => {
    const { body } = await staff.api.get(`/api/servers/of/${person.id}`)
    const isForeign = (body['servers'] as Row[])[0]?.panelOwnerDiffers
    return isForeign && (await list(api))[0]?.panelState === 'suspended'
  })
  expect(await differing()).toBe(before + 1)
  expect(await healthOf(staff.api)).toMatchObject({
    status: 'warning',
    page: { route: 'servers-list', tab: 'comparison' },
  })
})

it('[SRV29] [SRV118] all pages are read, a hundred servers each, and what was not created here is counted', async () => {
  const { onPanel, api } = await orderOne()
  const staff = await host.signIn({ role: 'Administrator' })
  for (let made = 0; made < 120; made += 1)
    host.panel.state.servers.unshift({
      ...onPanel,
      id: 5000 + made,
      uuid: randomUUID(),
      external_id: null,
      name: `Foreign ${made}`,
      created_at: made % 2 === 0 ? '2020-01-01T00:00:00+00:00' : new Date().toISOString(),
    })
  // It may be one of ours that is being built.
  host.panel.state.servers.unshift({
    ...onPanel,
    id: 6000,
    uuid: randomUUID(),
    external_id: randomUUID(),
    created_at: new Date().toISOString(),
  })
  onPanel.status = 'suspended'
  const before = host.panel.calls.length
  await lookBack()
  // Twenty pages a minute at most.
  const waitMs = await until('the second page is booked', async () => {
    const { rows } = await host.pool.query<{ ms: number }>(
      `select extract(epoch from j.run_at - l.touched_at)::int * 1000 as ms
       from graphile_worker._private_jobs j, servers.look_back l
       where j.payload ->> 'job' = 'look-back-page' and j.payload -> 'payload' ->> 'page' = '2'`,
    )
    return rows[0]?.ms
  })
  expect(waitMs).toBe(3_000)
  await until('the second page was read', async () => (await list(api))[0]?.panelState === 'suspended')
  const line = await until('the health line counts them', async () => {
    const check = await healthOf(staff.api)
    return check?.detail.includes('Not created here: 120') && check
  })
  expect(line).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('suspended on the panel only'),
  })
  // Once the whole comparison has ended, all of them are there for staff, page by page.
  type Page = { items: { id: number }[]; next: string | null; total: number }
  const pageOf = async (query: string) =>
    (await staff.api.get(`/api/servers/comparison/foreign?limit=100${query}`)).body as unknown as Page
  const first = await pageOf('')
  const second = await pageOf(`&cursor=${first.next}`)
  expect([first.total, first.items.length, second.items.length, second.next]).toEqual([120, 100, 20, null])
  expect((await staff.api.get('/api/servers/comparison')).body).toMatchObject({ foreign: 120 })
  const pages = host.panel.calls
    .slice(before)
    .filter(({ method, path }) => method === 'GET' && path.endsWith('/servers'))
    .map(({ query }) => new URLSearchParams(query))
  expect(pages.map((query) => [query.get('page'), query.get('per_page')])).toEqual([
    ['1', '100'],
    ['2', '100'],
  ])
})

it('[SRV29] one that the panel cuts short is over, and the next begins at once', async () => {
  const staff = await host.signIn({ role: 'Administrator' })
  const read = async () => (await staff.api.get('/api/servers/comparison')).body
  await until('no look is under way', async () => (await read())['running'] === false)
  host.panel.fault({ kind: 'status', status: 403, method: 'GET', path: '/servers', times: 1 })
  expect((await staff.api.post('/api/servers/comparison')).body).toMatchObject({ running: true })
  await until('it is cut short', async () => (await read())['running'] === false)
  expect((await staff.api.post('/api/servers/comparison')).body).toMatchObject({ running: true })
  await until('the next reaches the end', async () => (await read())['comparedAt'] !== null)
})

it('[SRV30] a banned customer’s server that was started again on the panel is suspended again', async () => {
  const { person, onPanel } = await orderOne()
  const staff = await host.signIn({ role: 'Administrator' })
  await staff.api.put(
    `/api/servers/of/${person.id}/${(await staffRow(staff.api, person.id)).id}/suspension`,
    {
      suspended: true,
      reason: 'Abuse',
    },
  )
  await until('it stands still', async () => onPanel.status === 'suspended')
  await until('the list says so', async () => (await staffRow(staff.api, person.id)).status === 'suspended')
  onPanel.status = null
  await lookBack()
  await until('it stands still again', async () => onPanel.status === 'suspended')
})

const staffRow = async (api: ApiClient, user: string): Promise<Row> => {
  const [row] = (await api.get(`/api/servers/of/${user}`)).body['servers'] as Row[]
  if (!row) throw new Error('no server')
  return row
}
