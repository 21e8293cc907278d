import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Panel } from '@spawnpoint/contracts/panel'
import { createDemoPanel } from './server/demo-panel.ts'
import { anOrder } from '../servers/testing.ts'
import { startPanelEmulator } from '../../sdk/panel-emulator/start-panel-emulator.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Options = {
  locations: { id: string }[]
  categories: { id: string; eggs: { id: string }[] }[]
}

it('[PAN16] a server can be created at once, on a panel that says it is a demonstration', async () => {
  const { api } = await server.signIn()
  const { locations, categories } = await until('the catalogue is there', async () => {
    const options = (await api.get('/api/servers/options')).body as unknown as Options
    return options.locations.length > 0 && options
  })
  const [location, category] = [locations[0], categories[0]]
  const egg = category?.eggs[0]
  expect((await api.get('/api/panel/status')).body).toMatchObject({ mode: 'demo', url: null })
  await api.post(
    '/api/servers',
    anOrder({ locationId: location?.id ?? '', categoryId: category?.id ?? '', eggId: egg?.id ?? '' }),
  )
  const list = async () => (await api.get('/api/servers')).body as { servers?: unknown[] }
  await until('the server is there', async () => (await list()).servers?.length === 1)
  expect(await list()).toMatchObject({ panelUrl: null })
})

it('[PAN6] [PAN17] follows a change of the settings at once, and holds a key back from everybody', async () => {
  const panel = await startPanelEmulator()
  const { api } = await server.signIn({ role: 'Administrator' })
  await server.server.core.settings.write({
    pterodactyl_base_url: panel.url,
    pterodactyl_api_key: panel.apiKey,
  })
  expect((await api.get('/api/panel/status')).body).toMatchObject({ mode: 'connected', url: panel.url })
  expect((await api.get('/api/locations/panel-locations')).status).toBe(200)
  expect(panel.calls.length).toBeGreaterThan(0)
  await server.server.core.settings.write({ panel_calls_per_minute: 10 })
  const connected = await server.server.core.services.find(Panel)?.current()
  const crowd = Promise.all(Array.from({ length: 20 }, () => connected?.listLocations()))
  await expect(crowd).rejects.toMatchObject({ reason: 'rate-limited' })
  await server.server.core.settings.write({ pterodactyl_base_url: '', pterodactyl_api_key: '' })
  expect((await api.get('/api/panel/status')).body).toMatchObject({ mode: 'demo' })
  await panel.close()
})

describe('in the demonstration', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-panel-'))
  const demo = createDemoPanel({ instance: { dataDir, demonstration: true } })
  const ask = async (method: string, path: string) => {
    const { url, apiKey } = await demo.get()
    const authorization = `Bearer ${apiKey}`
    const answer = await fetch(`${url}/api/application${path}`, { method, headers: { authorization } })
    return answer.status
  }
  afterAll(async () => {
    await demo.close()
    rmSync(dataDir, { recursive: true })
  })

  it('[PAN22] takes its time over a build, but for the while in which the demonstration is filled', async () => {
    const answered: string[] = []
    const order = ask('POST', '/servers').then(
      () => answered.push('order'),
      () => answered.push('closed'),
    )
    for (let other = 0; other < 5; other++) expect(await ask('GET', '/locations')).toBe(200)
    expect(answered).toEqual([])
    await demo.close()
    await order
    expect(answered).toEqual(['closed'])
    await demo.pace(false)
    expect(await ask('POST', '/servers')).toBe(422)
  })
})
