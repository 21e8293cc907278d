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

type Listed = {
  servers: { id: string; status: string; problem: string | null }[]
  queued: { status: string; reason: string | null }[]
  panelUrl: string | null
}
const list = async (api: ApiClient) => (await api.get('/api/servers')).body as unknown as Listed

const write = (values: Record<string, string>) => host.server.core.settings.write(values)

it.each([
  ['the key is removed', { pterodactyl_api_key: '' }],
  ['the address is removed', { pterodactyl_base_url: '' }],
  ['address and key are removed', { pterodactyl_base_url: '', pterodactyl_api_key: '' }],
])('[PAN18] once a server was built, tasks wait for the panel when %s', async (_title, without) => {
  const { api, person } = await host.signIn()
  const admin = await host.signIn({ role: 'Administrator' })
  await api.post('/api/servers', host.anOrder())
  const built = await until('the server is there', async () => (await list(api)).servers[0])
  const running = () => host.panel.state.servers.length
  const before = running()

  await write(without)
  expect((await api.get('/api/panel/status')).body).toMatchObject({ mode: 'none', url: null })
  expect((await api.delete(`/api/servers/${built.id}`)).status).toBe(200)
  await until('the deletion waits', async () => (await list(api)).servers[0]?.problem === 'PANEL_AWAY')
  await host.allow(person.id, { slots: 1, memory: 1024, disk: 1024, cpu: 100, ports: 2 })
  await api.post('/api/servers', host.anOrder())
  await until('the build waits', async () => (await list(api)).queued[0]?.reason === 'PANEL_UNAVAILABLE')
  expect(running()).toBe(before)
  const { body } = await admin.api.get('/api/admin-home/overview')
  expect(JSON.stringify(body)).toContain('No game panel is connected')

  await write({ pterodactyl_base_url: host.panel.url, pterodactyl_api_key: host.panel.apiKey })
  await until('the second server is built', async () =>
    (await list(api)).servers.some(({ status }) => status === 'active'),
  )
  await until('the first server is gone', async () =>
    (await list(api)).servers.every(({ id }) => id !== built.id),
  )
})
