import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { expectAnswersDuring } from '../../support/plugins/answers-during.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

const troubles = {
  hangs: ['await new Promise(() => {})', /its set-up took longer than 10 s/],
  throws: [`throw new Error('no start today')`, /no start today/],
  outside: [`context.http.endpoint(post('/api/users/x'), async () => ({}))`, /E_ENDPOINT_PATH/],
  twice: [
    `for (const _ of [1, 2]) context.http.endpoint(post('/api/' + context.id + '/x'), async () => ({}))`,
    /already declared|E_REGISTERED_TWICE/,
  ],
  listens: [`context.events.on(defineEvent('users:created', ok), async () => {})`, /E_CAPABILITY/],
} as const

const workerOnly = {
  loops: ['for (;;);', /its set-up took longer than 10 s/],
  'exits-now': ['process.exit(7)', /ended by itself, with code 7/],
} as const

beforeAll(async () => {
  const write = (name: string, mode: (typeof modes)[number], setup: string) =>
    writeIsolatedPlugin(plugins, {
      id: `${name}-${mode}`,
      mode,
      capabilities: ['server.http', 'server.events:some:fact'],
      setup,
      manifest: { defaultEnabled: false },
    })
  for (const mode of modes) for (const [name, [setup]] of Object.entries(troubles)) write(name, mode, setup)
  for (const [name, [setup]] of Object.entries(workerOnly)) write(name, 'worker', setup)
  writeIsolatedPlugin(plugins, {
    id: 'too-late',
    mode: 'process',
    capabilities: ['server.jobs', 'server.db'],
    setup: `if (!globalThis.wasLate) {
      globalThis.wasLate = true
      await new Promise((resolve) => setTimeout(resolve, 10_500))
    }
    context.jobs.define('work', { payload: z.object({}) }, async () => {})`,
    manifest: { defaultEnabled: false },
  })
  plugins.write(
    {
      id: 'old-part',
      version: '1.0.0',
      title: 'old',
      description: 'old',
      defaultEnabled: false,
      isolation: { server: 'worker' },
    },
    `import { defineServerPart } from '@spawnpoint/sdk/server'
export default defineServerPart({ uses: {}, setup() {} })`,
  )
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const reasonOf = async (id: string) => {
  const refused: unknown = await server.server.plugins.enable(id, null).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ code: 'PLUGIN_FAILED' })
  expect(server.server.host.isRunning(id)).toBe(false)
  return (refused as { details: { reason: string } }).details.reason
}

describe.each(modes)('a set-up in a %s', (mode) => {
  it.each(Object.entries(troubles))(
    '[ISO6] that %s leaves the plugin out, with its reason',
    async (name, [, said]) => {
      const work = async () => expect(await reasonOf(`${name}-${mode}`)).toMatch(said)
      await expectAnswersDuring(server, work, { fewest: name === 'hangs' ? 3 : 0 })
    },
  )
})

it.each(Object.entries(workerOnly))(
  '[ISO6] a set-up in a worker that %s ends with it',
  async (name, [, said]) => {
    const work = async () => expect(await reasonOf(`${name}-worker`)).toMatch(said)
    await expectAnswersDuring(server, work, { fewest: name === 'loops' ? 3 : 0 })
  },
)

it('[ISO3] refuses a worker to a module that needs the process', async () => {
  expect(await reasonOf('old-part')).toMatch(/E_WORKER: .*give definePluginServer a function/)
})

it('[ISO2] takes back what a set-up registers after its time, so that the next one finds its place free', async () => {
  expect(await reasonOf('too-late')).toMatch(/its set-up took longer than 10 s/)
  await pause(1_000)
  await server.server.plugins.enable('too-late', null)
  expect(server.server.host.isRunning('too-late')).toBe(true)
})
