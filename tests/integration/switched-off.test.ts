import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { readCatalogue } from '../../kernel/server/host/catalogue.ts'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

const roots = { builtin: join(ROOT, 'builtin'), plugins: join(ROOT, 'none'), locales: join(ROOT, 'locales') }
const builtins = await readCatalogue(roots)
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
  readonly plugins: readonly { readonly id: string }[]
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

  it.each(fixed)('%s cannot be switched off', async (id) => {
    await expect(server.server.plugins.disable(id, null)).rejects.toMatchObject({
      code: 'PLUGIN_NOT_REMOVABLE',
    })
  })
})
