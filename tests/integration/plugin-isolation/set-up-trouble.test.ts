import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  modes,
  rootsWith,
  writeIsolatedPlugin,
  type IsolatedPlugin,
  type Mode,
} from '../../support/plugins/isolated-plugin.ts'
import { expectAnswersDuring } from '../../support/plugins/answers-during.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

const troubles = {
  hangs: [{ setup: 'await new Promise(() => {})' }, /its set-up took longer than 10 s/],
  throws: [{ setup: `throw new Error('no start today')` }, /no start today/],
  outside: [
    { module: `endpoints.push(answer(post('/api/users/x'), manifest, async () => ({})))` },
    /E_ENDPOINT_PATH/,
  ],
  twice: [
    {
      module: `for (const _ of [1, 2]) endpoints.push(answer(post('/api/ID/x'), manifest, async () => ({})))`,
    },
    /already declared|E_REGISTERED_TWICE/,
  ],
  answers: [
    { module: `endpoints.push(answer(post('/api/ID/x'), manifest, async () => ({})))`, capabilities: [] },
    /E_CAPABILITY: (answers-\w+) answers POST \/api\/\1\/x; add "server\.http" to capabilities/,
  ],
  works: [
    { module: `jobs.push(defineJob('work', { payload: z.object({}) }, manifest, async () => {}))` },
    /E_CAPABILITY: works-\w+ runs the job work; add "server\.jobs" to capabilities/,
  ],
  listens: [
    { module: `listeners.push(listen(defineEvent('users:created', ok), manifest, async () => {}))` },
    /E_CAPABILITY: listens-\w+ listens to users:created; add "server\.events:users:created" to capabilities/,
  ],
} as const

const workerOnly = {
  loops: [{ setup: 'for (;;);' }, /its set-up took longer than 10 s/],
  'exits-now': [{ setup: 'process.exit(7)' }, /ended by itself, with code 7/],
} as const

beforeAll(async () => {
  const write = (name: string, mode: Mode, { module = '', ...parts }: Partial<IsolatedPlugin>) => {
    const id = `${name}-${mode}`
    writeIsolatedPlugin(plugins, {
      id,
      mode,
      capabilities: ['server.http', 'server.events:some:fact'],
      module: module.replace('ID', id),
      manifest: { defaultEnabled: false },
      ...parts,
    })
  }
  for (const mode of modes) for (const [name, [parts]] of Object.entries(troubles)) write(name, mode, parts)
  for (const [name, [parts]] of Object.entries(workerOnly)) write(name, 'worker', parts)
  writeIsolatedPlugin(plugins, {
    id: 'too-late',
    mode: 'process',
    capabilities: ['server.jobs', 'server.db'],
    module: `jobs.push(defineJob('work', { payload: z.object({}) }, manifest, async () => {}))`,
    setup: `if (globalThis.wasLate !== undefined) return
    globalThis.wasLate = 'waits'
    await new Promise((resolve) => setTimeout(resolve, 10_500))
    context.onDispose(() => { globalThis.wasLate = 'taken back' })`,
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
    `import { definePluginServer } from '@spawnpoint/sdk/server'
export default definePluginServer({ kind: 'builtin' }, { uses: {}, setup() {} })`,
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
  expect(await reasonOf('old-part')).toMatch(/E_WORKER: .*names the manifest/)
})

it('[ISO2] takes back what a set-up registered, also after its time, so that the next one finds its place free', async () => {
  expect(await reasonOf('too-late')).toMatch(/its set-up took longer than 10 s/)
  await expect.poll(() => Reflect.get(globalThis, 'wasLate') as unknown).toBe('taken back')
  await server.server.plugins.enable('too-late', null)
  expect(server.server.host.isRunning('too-late')).toBe(true)
})
