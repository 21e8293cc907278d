import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { readBuiltins } from '../../kernel/server/host/catalogue.ts'
import { join } from 'node:path'
import { startServer } from '../../kernel/cli/start-server.ts'
import { createApiClient, type ApiClient } from '../support/server/api-client.ts'
import { soak } from '../support/soak.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

const roots = { builtin: join(ROOT, 'builtin'), plugins: join(ROOT, 'none'), locales: join(ROOT, 'locales') }
const builtins = await readBuiltins(roots.builtin)
const removable = builtins.filter(({ manifest }) => manifest?.removable).map(({ id }) => id)
const fixed = builtins.filter(({ manifest }) => manifest && !manifest.removable).map(({ id }) => id)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ roots })
})
afterAll(() => server.stop())

const active = async () =>
  (await server.server.plugins.list()).filter(({ state }) => state === 'active').map(({ id }) => id)

/** Switches on what is off, needs before those who need them. */
async function switchOn(ids: readonly string[]) {
  const missing = ids.filter((id) => !server.server.host.isRunning(id))
  if (missing.length === 0) return
  const results = await Promise.allSettled(missing.map((id) => server.server.plugins.enable(id, null)))
  if (results.every(({ status }) => status === 'rejected'))
    throw new Error(`cannot be switched on: ${missing.join()}`)
  await switchOn(ids)
}

interface PlanAnswer {
  readonly plugins: readonly {
    readonly id: string
    readonly contributes: Readonly<Record<'routes' | 'adminPages', readonly { readonly path: string }[]>>
  }[]
}

const pagesOf = ({ plugins }: PlanAnswer, isMeant: (id: string) => boolean) =>
  plugins
    .filter(({ id }) => isMeant(id))
    .flatMap(({ contributes }) => [...contributes.routes, ...contributes.adminPages].map(({ path }) => path))

const cookieOf = ({ jar }: ApiClient) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Every call of the product by its plugin, as the API description has it, its parameters filled in. */
async function readCalls(api: ApiClient) {
  const paths = (await api.get('/api/docs')).body['paths'] as Record<string, object>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      plugin: path.split('/')[2] ?? '',
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
    })),
  )
}

describe('built-ins', () => {
  it('all start', async () => {
    const rows = await server.server.plugins.list()
    expect(
      rows.filter(({ state }) => state !== 'active').map(({ id, reason }) => `${id}: ${reason}`),
    ).toEqual([])
  })

  it.each(removable)('%s can be switched off and on again; the product goes on without it', async (id) => {
    const before = await active()
    await server.server.plugins.disable(id, null, true)
    try {
      const plan = (await server.anonymous().get('/api/system/plan')).body as unknown as PlanAnswer
      expect(plan.plugins.map((plugin) => plugin.id)).not.toContain(id)
      expect((await server.anonymous().get(`/api/${id}`)).status).toBe(404)
      const { api } = await server.signIn()
      expect((await api.get('/api/user/session')).status).toBe(200)
      expect(await active()).toEqual(expect.arrayContaining(fixed))
    } finally {
      await switchOn(before)
    }
    expect((await active()).sort()).toEqual([...before].sort())
  })

  // The soak starts it without each; here all of them are off at once, and one that others need.
  it.each(
    soak(
      removable.map((id) => [id]),
      [removable, ['coins']],
    ),
  )('[KRN1] the product starts while %s is off, without its calls and pages', async (...ids) => {
    const { api } = await server.signIn({ role: 'Administrator' })
    const before = await active()
    const calls = await readCalls(api)
    expect(calls.map(({ plugin }) => plugin)).toEqual(expect.arrayContaining(['servers', 'coins']))
    const plan = (await api.get('/api/system/plan')).body as unknown as PlanAnswer
    for (const id of ids)
      if (server.server.host.isRunning(id)) await server.server.plugins.disable(id, null, true)
    const left = await active()
    const gone = before.filter((each) => !left.includes(each))
    expect(gone).toEqual(expect.arrayContaining(ids))
    const started = await startServer({ config: { ...server.config, port: 0 }, roots })
    try {
      const there = createApiClient(`http://127.0.0.1:${started.port}`, server.config.origin, cookieOf(api))
      const rows = await started.plugins.list()
      const [on, off] = [true, false].map((isOn) =>
        rows.filter(({ state }) => (state === 'active') === isOn).map((row) => row.id),
      )
      expect([on?.sort(), off?.sort()]).toEqual([left.toSorted(), gone.toSorted()])
      expect((await there.get('/api/user/session')).status).toBe(200)
      const without = (await there.get('/api/system/plan')).body as unknown as PlanAnswer
      expect(pagesOf(without, (each) => gone.includes(each))).toEqual([])
      expect(pagesOf(without, () => true).sort()).toEqual(pagesOf(plan, (each) => left.includes(each)).sort())
      for (const { method, path } of calls.filter(({ plugin }) => gone.includes(plugin))) {
        const { status } = await there.send(method, path, method === 'GET' ? undefined : {})
        expect(status, `${method} ${path}`).toBe(404)
      }
      expect(rows.flatMap((row) => started.gate.faults(row.id))).toEqual([])
    } finally {
      await started.stop()
      await switchOn(before)
    }
  })

  it.each(fixed)('%s cannot be switched off', async (id) => {
    await expect(server.server.plugins.disable(id, null)).rejects.toMatchObject({
      code: 'PLUGIN_NOT_REMOVABLE',
    })
  })
})
