import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('[SRV29] the health page says in a plain sentence how many servers were compared', async () => {
  const { api } = await host.signIn({ role: 'Administrator' })
  const health = async () => JSON.stringify((await api.get('/api/admin-home/overview')).body)
  expect(await health()).toContain('There are no servers to compare yet.')
  await api.post('/api/servers', host.anOrder())
  await until('it is built', async () => ((await api.get('/api/servers')).body['servers'] as unknown[])[0])
  expect(await health()).toContain('1 server agrees with the panel.')
})
