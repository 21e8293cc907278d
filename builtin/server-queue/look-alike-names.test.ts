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

const build = async (api: ApiClient) => {
  await api.post('/api/servers', host.anOrder())
  await until('the server is built', async () => {
    const { body } = await api.get('/api/servers')
    return (body['servers'] as unknown[]).length === 1
  })
}

it('[QUE13] three customers whose usernames look alike each get an account on the panel', async () => {
  for (const username of ['bob.x', 'bobx', 'b.o.b.x']) await build((await host.signIn({ username })).api)
  const names = host.panel.state.users.map(({ username }) => username)
  expect(new Set(names).size).toBe(3)
  expect(names.every((name) => name.startsWith('bobx'))).toBe(true)
})

it('[QUE14] a build that fails is a warning in the log, with its reason', async () => {
  const { api } = await host.signIn()
  for (const node of host.panel.state.nodes) node.memory = 0
  await api.post('/api/servers', host.anOrder())
  await until('it is in the log', async () =>
    host.server.core.recentLog
      .list()
      .some(
        (line) =>
          JSON.stringify(line).includes('build failed') && JSON.stringify(line).includes('PANEL_FULL'),
      ),
  )
})
