import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { expectAnswersDuring } from '../../support/plugins/answers-during.ts'
import { standstill } from '../../support/plugins/standstill.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

// Text, which costs the collector nothing: it reaches the limit long before the thread counts as hanging, also on a busy machine.
const heap = `const all = []; for (;;) { const text = 'ab'.repeat(2_000_000); /c/.test(text); all.push(text) }`
const buffers = 'const all = []; for (;;) { if (all.length < 6) all.push(Buffer.alloc(100_000_000)) }'
const flood = 'for (;;) log.debug({}, "again")'

// Not what our own code would ever send: a name that cannot become text.
const garble = `const { workerData } = await import('node:worker_threads')
workerData.port.postMessage({ kind: 'tell', method: 'register', args: [{ toString: 1, valueOf: 1 }, 'x', {}] })
await new Promise(() => {})`

/** The faults of a worker, and the message each must produce. */
const troubles = {
  'endless-loop': [standstill, 'did not answer for 5 s'],
  'heap-bomb': [heap, 'ran out of memory: its heap may have 128 MB'],
  'buffer-bomb': [buffers, 'ran out of memory: its buffers may have 256 MB'],
  exits: ['process.exit(3)', 'ended by itself, with code 3'],
  'throws-later': [`await new Promise(() => setTimeout(() => { throw new Error('too late') }))`, 'too late'],
  rejects: [`Promise.reject(new Error('nobody waits')); await new Promise(() => {})`, 'nobody waits'],
  garbles: [garble, 'sent a message that cannot be read'],
  floods: [flood, 'sent more than 5000 messages in a second'],
} as const

const partsOf = (id: string, trouble: string) => ({
  module: `
endpoints.push(
  answer(post('/api/${id}/trouble'), manifest, async ({ log }) => { ${trouble}; return {} }),
  answer(post('/api/${id}/fine'), manifest, async () => ({ env: Object.keys(process.env) })),
)
jobs.push(defineJob('trouble', { payload: z.object({}), maxAttempts: 1 }, manifest, async ({ log }) => { ${trouble} }))
`,
  setup: 'context.describeSession(async () => ({ stats: { fine: true } }))',
})
const capabilities = ['server.http', 'server.jobs'] as const

beforeAll(async () => {
  for (const [id, [trouble]] of Object.entries(troubles))
    writeIsolatedPlugin(plugins, { id, mode: 'worker', capabilities, ...partsOf(id, trouble) })
  writeIsolatedPlugin(plugins, {
    id: 'job-loop',
    mode: 'worker',
    capabilities,
    ...partsOf('job-loop', standstill),
  })
  writeIsolatedPlugin(plugins, {
    id: 'again',
    mode: 'worker',
    capabilities,
    ...partsOf('again', 'process.exit(0)'),
  })
  writeIsolatedPlugin(plugins, {
    id: 'kills',
    mode: 'worker',
    capabilities,
    ...partsOf('kills', "process.kill(process.pid, 'SIGKILL')"),
  })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const post = (path: string) => server.anonymous().post(`/api/${path}`)
const lastFault = (id: string) => String(server.server.gate.faults(id).at(-1)?.error)
const answersAgain = (id: string) =>
  vi.waitFor(async () => expect((await post(`${id}/fine`)).status).toBe(200))

it.each(Object.entries(troubles))(
  '[ISO6] [KRN24] a worker that does wrong (%s) costs its own calls only, and comes back',
  async (id, [, said]) => {
    expect((await post(`${id}/fine`)).body['env']).toEqual([])
    const calls: { status: number; body: object; headers: Headers }[] = []
    await expectAnswersDuring(
      server,
      async () => {
        const both = Promise.all([post(`${id}/trouble`), post(`${id}/trouble`)])
        const [answers] = await Promise.all([both, pause(1_000)])
        calls.push(...answers)
      },
      { fewest: id === 'endless-loop' ? 3 : 0 },
    )
    for (const call of calls) {
      expect(call).toMatchObject({ status: 503, body: { error_code: 'PLUGIN_STOPPED' } })
      expect(call.headers.get('retry-after')).toBe('2')
    }
    // The session call went without its part meanwhile, which is no fault of its own.
    // The second call has one of its own if it arrived when the worker had come back.
    const faults = server.server.gate.faults(id).map(({ error }) => String(error))
    expect([1, 2]).toContain(faults.length)
    for (const fault of faults) {
      expect(fault).toContain(said)
      expect(fault).toContain(`while it ran: POST /api/${id}/trouble`)
    }
    await answersAgain(id)
  },
)

it('[ISO6] sends no signal to the process that it runs in', async () => {
  expect((await post('kills/trouble')).status).toBe(500)
  expect(lastFault('kills')).toContain('E_EXIT')
  expect((await post('kills/fine')).status).toBe(200)
})

it('[ISO6] says which job kept it from answering', async () => {
  // Queued by the product: the worker could hang in the job before it answers the call that queued it.
  await server.server.core.runner.forPlugin('job-loop').add('trouble', {})
  await vi.waitFor(() => expect(server.server.gate.faults('job-loop')).toHaveLength(1))
  expect(lastFault('job-loop')).toContain('did not answer for 5 s (while it ran: job trouble)')
  await answersAgain('job-loop')
})

it('[ISO6] stays down at the third time in a minute, with the reason', async () => {
  for (const _time of [1, 2, 3]) {
    await answersAgain('again')
    await post('again/trouble')
  }
  const row = async () => (await server.server.plugins.list()).find(({ id }) => id === 'again')
  await vi.waitFor(async () => expect((await row())?.state).toBe('quarantined'))
  expect((await row())?.reason).toContain('worker: Error: ended by itself, with code 0')
  await vi.waitFor(async () => expect((await post('again/fine')).status).toBe(404))
})
