import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

const setupOf = (id: string) => `
const old = (name) => deprecate(name, { since: '0.3.0', removeIn: '1.0.0', use: 'theNew' })
old('inSetUp')
context.http.endpoint(post('/api/${id}/old'), async () => {
  await new Promise((resolve) => setTimeout(resolve))
  old('inHandler')
  return {}
})
`
const idOf = (mode: string) => `uses-in-${mode}`

beforeAll(async () => {
  for (const mode of modes)
    writeIsolatedPlugin(plugins, {
      id: idOf(mode),
      mode,
      module: `import { deprecate } from '@spawnpoint/sdk/server'`,
      setup: setupOf(idOf(mode)),
    })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

it.each(modes)(
  '[RTP11] the operator sees how often a server half used what will go (%s)',
  { timeout: 30_000 },
  async (mode) => {
    const id = idOf(mode)
    for (let time = 0; time < 3; time += 1)
      expect((await server.anonymous().post(`/api/${id}/old`)).status).toBe(200)
    const { api } = await server.signIn({ permissions: ['admin.plugins.list'] })
    const counted = async () => {
      const { body } = await api.get('/api/plugin-manager/plugins')
      // What the contract of the call says.
      const listed = body['plugins'] as readonly PluginView[]
      return listed
        .find((plugin) => plugin.id === id)
        ?.deprecations.map(({ name, count, use }) => ({ name, count, use }))
    }
    // A worker tells what it counted together, a moment later.
    await vi.waitFor(
      async () =>
        expect(await counted()).toEqual([
          { name: 'inHandler', count: 3, use: 'theNew' },
          { name: 'inSetUp', count: 1, use: 'theNew' },
        ]),
      { timeout: 20_000, interval: 100 },
    )
  },
)
