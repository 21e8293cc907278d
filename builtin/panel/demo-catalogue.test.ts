import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startPanelEmulator, type PanelEmulator } from '@spawnpoint/sdk/panel-emulator'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { anOrder } from '../servers/testing.ts'

let server: TestServer
let panel: PanelEmulator

beforeAll(async () => {
  server = await startTestServer()
  panel = await startPanelEmulator()
})
afterAll(async () => {
  await server.stop()
  await panel.close()
})

type Options = {
  locations: { id: string; name: string; status: string }[]
  categories: { id: string; eggs: { id: string }[] }[]
}

it("[PAN19] the demonstration's catalogue goes off sale when a real panel is connected", async () => {
  const { api } = await server.signIn()
  const read = async () => (await api.get('/api/servers/options')).body as unknown as Options
  const offered = await until('the catalogue is there', async () => {
    const options = await read()
    return options.locations.length > 0 && options
  })
  await server.server.core.settings.write({
    pterodactyl_base_url: panel.url,
    pterodactyl_api_key: panel.apiKey,
  })
  await until('nothing is offered', async () => {
    const { locations, categories } = await read()
    return locations.length === 0 && categories.length === 0
  })
  const [location, category] = [offered.locations[0], offered.categories[0]]
  const order = anOrder({
    locationId: location?.id ?? '',
    categoryId: category?.id ?? '',
    eggId: category?.eggs[0]?.id ?? '',
  })
  expect((await api.post('/api/servers', order)).body.error_code).toBe('SERVERS_LOCATION_CLOSED')

  const admin = await server.signIn({ role: 'Administrator' })
  expect((await admin.api.get('/api/panel/status')).body).toMatchObject({
    mode: 'connected',
    needsCatalogue: true,
  })
  const { body } = await admin.api.get('/api/admin-home/checklist')
  expect(body['steps']).toContainEqual(expect.objectContaining({ id: 'location', done: false }))
  expect(body['steps']).toContainEqual(expect.objectContaining({ id: 'egg', done: false }))

  const { rows } = await server.pool.query<{ id: string }>(
    `update locations.location set status = 'online', panel_location_id = 1 where id = $1 returning id`,
    [location?.id],
  )
  expect(rows).toHaveLength(1)
  expect((await admin.api.get('/api/panel/status')).body).toMatchObject({ needsCatalogue: false })
  // Connected anew, what staff have switched on since stays on.
  await server.server.core.settings.write({ panel_timeout_seconds: 9 })
  expect((await read()).locations).toHaveLength(1)
})

it("[PAN16] customers of a host are not offered the demonstration's catalogue, which staff can switch on", async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const host = await startTestServer({
    env: { APP_URL: 'https://dash.example.com', SECRET_KEY: 'a key for a test, which is long enough' },
  })
  onTestFinished(() => host.stop())
  await until('the catalogue is there', async () => {
    const { rows } = await host.pool.query('select 1 from panel.demo_row')
    return rows.length > 5
  })
  const { api } = await host.signIn()
  const options = async () => (await api.get('/api/servers/options')).body as unknown as Options
  expect(await options()).toMatchObject({ locations: [], categories: [] })
  const staff = await host.signIn({ role: 'Administrator' })
  const { items } = (await staff.api.get('/api/locations')).body as unknown as {
    items: readonly { id: string; version: number }[]
  }
  expect(items).toHaveLength(2)
  const change = { status: 'online', version: items[0]?.version }
  expect((await staff.api.patch(`/api/locations/${items[0]?.id}`, change)).status).toBe(200)
  expect((await options()).locations).toHaveLength(1)
})
