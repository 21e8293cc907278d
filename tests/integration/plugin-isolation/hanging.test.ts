import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin, type Mode } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer
/** Calls that hang while the other tests run, for their time is long. */
const hanging = new Map<Mode, Promise<unknown>>()

const slow = (id: string) => ({
  module: `
const never = () => new Promise(() => {})
const tried = []
const waiting = []
const nothing = z.object({})
jobs.push(
  defineJob('free', { payload: nothing }, manifest, async () => waiting.splice(0).forEach((free) => free())),
  defineJob('hang', { payload: nothing, maxAttempts: 1, timeoutMs: 300 }, manifest, async ({ signal }) => {
    signal.addEventListener('abort', () => tried.push('hang was aborted'))
    await never()
  }),
  defineJob('throw', { payload: nothing, maxAttempts: 1 }, manifest, async () => { throw new Error('a job broke') }),
  defineJob('count', { payload: z.object({ n: z.number() }) }, manifest, async ({ payload: { n } }) => {
    tried.push('begin ' + n)
    await new Promise((resolve) => setTimeout(resolve, 50))
    tried.push('end ' + n)
  }),
)
endpoints.push(
  answer(post('/api/${id}/hang'), manifest, never),
  answer(post('/api/${id}/crowd'), manifest, () => new Promise((resolve) => waiting.push(() => resolve({})))),
  answer(post('/api/${id}/tried'), manifest, async () => ({ tried })),
  answer(post('/api/${id}/queue', { body: z.object({ job: z.string() }) }), manifest, async ({ body, jobs }) => {
    await jobs.add(body.job, {})
    return {}
  }),
  answer(post('/api/${id}/count'), manifest, async ({ jobs }) => {
    for (const n of [1, 2, 3]) await jobs.add('count', { n })
    return {}
  }),
)
`,
  setup: `
context.health('slow', never)
context.onDispose(never)
`,
})

beforeAll(async () => {
  for (const mode of modes) {
    const id = `slow-${mode}`
    const capabilities = ['server.http', 'server.jobs'] as const
    writeIsolatedPlugin(plugins, { id, mode, capabilities, ...slow(id) })
    writeIsolatedPlugin(plugins, {
      id: `mute-${mode}`,
      mode,
      setup: 'context.describeSession(() => new Promise(() => {}))',
      manifest: { defaultEnabled: false },
    })
  }
  server = await startTestServer({ roots: rootsWith(plugins), env: { JOB_CONCURRENCY: '4' } })
  for (const mode of modes) hanging.set(mode, server.anonymous().post(`/api/slow-${mode}/hang`))
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

describe.each(modes)('a plugin in a %s', (mode) => {
  const id = `slow-${mode}`
  const post = (name: string, body?: unknown) => server.anonymous().post(`/api/${id}/${name}`, body)
  const faults = () => server.server.gate.faults(id).map(({ effect, error }) => `${effect}: ${String(error)}`)
  const tried = async () => (await post('tried')).body['tried'] as string[]

  it('[ISO10] has so many calls at once and no more', async () => {
    let refused = 0
    const calls = Array.from({ length: 60 }, async () => {
      const { status } = await post('crowd')
      if (status === 503) refused += 1
      return status
    })
    await vi.waitFor(() => expect(refused).toBeGreaterThanOrEqual(10))
    await server.server.core.runner.forPlugin(id).add('free', {})
    const statuses = await Promise.all(calls)
    // One of them hangs since the beginning, where it has not ended yet.
    const answered = statuses.filter((status) => status === 200).length
    expect([49, 50]).toContain(answered)
    expect(statuses.filter((status) => status === 503)).toHaveLength(60 - answered)
  })

  it('[ISO10] is unhealthy while its check hangs', async () => {
    const check = server.server.host.find(id)?.owned.registrations.health[0]?.check()
    await expect(check).rejects.toThrow('no answer within 5000 ms')
    expect((await post('tried')).status).toBe(200)
  })

  it('[ISO10] keeps no job of others waiting: its own run one at a time, and end in time', async () => {
    await post('count')
    await vi.waitFor(async () => expect(await tried()).toHaveLength(6))
    expect(await tried()).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
    await post('queue', { job: 'hang' })
    await vi.waitFor(async () => expect(await tried()).toContain('hang was aborted'))
    await post('queue', { job: 'throw' })
    await vi.waitFor(() => expect(faults()).toContain('job throw: Error: a job broke'))
  })

  it('[ISO10] leaves the session answer without its part when it does not describe in time', async () => {
    await server.server.plugins.enable(`mute-${mode}`, null)
    const { api } = await server.signIn()
    for (let call = 0; call < 3; call += 1) expect((await api.get('/api/user/session')).status).toBe(200)
    await server.server.plugins.disable(`mute-${mode}`, null)
  })

  it('[ISO10] is answered for in time when its handler hangs', async () => {
    expect(await hanging.get(mode)).toMatchObject({ status: 500, body: { error_code: 'INTERNAL' } })
    await vi.waitFor(() =>
      expect(faults()).toEqual(
        expect.arrayContaining([`POST /api/${id}/hang: Error: no answer within 30000 ms`]),
      ),
    )
  })

  it('[ISO2] goes, though its own clean-up hangs', async () => {
    await server.server.plugins.disable(id, null)
    expect((await post('tried')).status).toBe(404)
    await server.server.plugins.enable(id, null)
    expect((await post('tried')).status).toBe(200)
  })
})
