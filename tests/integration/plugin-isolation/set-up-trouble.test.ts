import { afterAll, beforeAll, describe, expect, it, vi, type TestContext } from 'vitest'
import {
  modes,
  rootsWith,
  writeIsolatedPlugin,
  type IsolatedPlugin,
  type Mode,
} from '../../support/plugins/isolated-plugin.ts'
import { expectAnswersDuring } from '../../support/plugins/answers-during.ts'
import { standstill } from '../../support/plugins/standstill.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

const tooLong = /its set-up took longer than 10 s/

const troubles = {
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

/** Set-ups that take all of their time. */
const slow = [
  ['hangs', 'process', 'await new Promise(() => {})'],
  ['hangs', 'worker', 'await new Promise(() => {})'],
  ['loops', 'worker', standstill],
] as const

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
  for (const [name, mode, setup] of slow) write(name, mode, { setup })
  write('exits-now', 'worker', { setup: 'process.exit(7)' })
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

const reasonOf = async (id: string, { plugins: switches, host }: TestServer['server'] = server.server) => {
  const refused: unknown = await switches.enable(id, null).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ code: 'PLUGIN_FAILED' })
  expect(host.isRunning(id)).toBe(false)
  return (refused as { details: { reason: string } }).details.reason
}

/** Another server, since one switches one plugin at a time. */
const startOwnServer = async ({ onTestFinished }: TestContext) => {
  const own = await startTestServer({ roots: rootsWith(plugins) })
  onTestFinished(() => own.stop())
  return own
}

describe.each(modes)('a set-up in a %s', (mode) => {
  it.each(Object.entries(troubles))(
    '[ISO6] that %s leaves the plugin out, with its reason',
    async (name, [, said]) => {
      const work = async () => expect(await reasonOf(`${name}-${mode}`)).toMatch(said)
      await expectAnswersDuring(server, work, { fewest: 0 })
    },
  )
})

it('[ISO6] a set-up in a worker that exits ends with it', async () => {
  const work = async () => expect(await reasonOf('exits-now-worker')).toMatch(/ended by itself, with code 7/)
  await expectAnswersDuring(server, work, { fewest: 0 })
})

it('[ISO3] refuses a worker to a module that needs the process', async () => {
  expect(await reasonOf('old-part')).toMatch(/E_WORKER: .*names the manifest/)
})

// Each waits for the whole time that a set-up has.
describe.concurrent('a set-up that takes too long', () => {
  it.for(slow)(
    '[ISO6] as it %s in a %s leaves the plugin out, with its reason',
    async ([name, mode], context) => {
      const own = await startOwnServer(context)
      const work = async () => expect(await reasonOf(`${name}-${mode}`, own.server)).toMatch(tooLong)
      await expectAnswersDuring(own, work)
    },
  )

  it('[ISO2] is taken back, also what it registers after its time, so that the next one finds its place free', async (context) => {
    const own = await startOwnServer(context)
    expect(await reasonOf('too-late', own.server)).toMatch(tooLong)
    await vi.waitFor(() => expect(Reflect.get(globalThis, 'wasLate')).toBe('taken back'))
    // A busy machine may need more time for a set-up than it has; what is still in the way would refuse every try.
    await vi.waitFor(() => own.server.plugins.enable('too-late', null))
    expect(own.server.host.isRunning('too-late')).toBe(true)
  })
})
