import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

/** Taps all four hooks and answers with what it saw. */
const witness = (id: string) => ({
  module: `
const requests = []
const stopped = []
endpoints.push(answer(post('/api/${id}/seen'), manifest, async () => ({ requests, stopped })))
`,
  setup: `
context.hooks.on('onRequest', async (request) => void requests.push(request))
context.hooks.on('beforeReply', async (reply) => reply.addHeader('x-${id}', String(reply.status)))
context.hooks.on('describeSession', async (entries) => entries.add('stats', 'seen', requests.length > 0))
context.hooks.on('dispose', async (plugin, cause) => void stopped.push([plugin, cause]))
`,
})

const idOf = (mode: string) => `witness-${mode}`
const capabilities = ['server.http', 'server.hooks'] as const

beforeAll(async () => {
  for (const mode of modes) {
    writeIsolatedPlugin(plugins, { id: idOf(mode), mode, capabilities, ...witness(idOf(mode)) })
    writeIsolatedPlugin(plugins, { id: `brief-${mode}`, mode })
  }
  writeIsolatedPlugin(plugins, {
    id: 'forger',
    mode: 'process',
    capabilities,
    module: `let error = null
      endpoints.push(answer(post('/api/forger/error'), manifest, async () => ({ error })))`,
    setup: `
      context.hooks.on('beforeReply', async (reply) => {
        for (const name of ['set-cookie', 'content-security-policy', 'x-request-id']) {
          try { reply.addHeader(name, 'forged') } catch (each) { error = each.message }
        }
        reply.addHeader('x-forger', 'here')
      })`,
  })
  writeIsolatedPlugin(plugins, {
    id: 'uninvited',
    mode: 'process',
    module: `endpoints.push(answer(post('/api/uninvited/try'), manifest, async (call) => {
      try { return { tapped: !!call.hooks.on } } catch (error) { return { message: error.message } }
    }))`,
  })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

describe.each(modes)('the server’s hooks, tapped from a %s', (mode) => {
  const id = idOf(mode)
  const seen = async () => (await server.anonymous().post(`/api/${id}/seen`)).body

  it('[HOOK12] bring each request with its caller, and no more of it', async () => {
    const { person, api } = await server.signIn()
    expect((await api.get('/api/user/session?secret=1')).status).toBe(200)
    expect((await seen())['requests']).toContainEqual({
      id: expect.any(String),
      plugin: 'kernel',
      method: 'GET',
      path: '/api/user/session',
      userId: person.id,
    })
  })

  it('[HOOK12] add headers to each reply and entries to the session, also when it is answered from memory', async () => {
    const { api } = await server.signIn()
    for (const _time of [1, 2]) {
      const { body, headers } = await api.get('/api/user/session')
      expect(headers.get(`x-${id}`)).toBe('200')
      expect(body['stats']).toMatchObject({ [`${id}.seen`]: true })
    }
    expect((await server.anonymous().get('/api/nothing-here')).headers.get(`x-${id}`)).toBeNull()
  })

  it('[HOOK12] name each plugin that is about to stop, and why', async () => {
    await server.server.plugins.disable(`brief-${mode}`, null)
    expect((await seen())['stopped']).toContainEqual([`brief-${mode}`, 'disabled'])
  })

  it('[HOOK12] go with the plugin', async () => {
    const { api } = await server.signIn()
    await server.server.plugins.disable(id, null)
    const { body, headers } = await api.get('/api/user/session')
    expect(headers.get(`x-${id}`)).toBeNull()
    expect(body['stats']).not.toHaveProperty([`${id}.seen`])
    await server.server.plugins.enable(id, null)
  })
})

it('[HOOK12] replace no header, and none that belongs to the product', async () => {
  const { headers } = await server.anonymous().get('/api/system/settings')
  expect([headers.get('set-cookie'), headers.get('x-forger')]).toEqual([null, 'here'])
  for (const name of ['content-security-policy', 'x-request-id'])
    expect(headers.get(name)).not.toContain('forged')
  expect((await server.anonymous().post('/api/forger/error')).body['error']).toMatch(/^E_HEADER/)
})

it('[HOOK12] are there for plugins with the capability server.hooks', async () => {
  expect((await server.anonymous().post('/api/uninvited/try')).body['message']).toContain('"server.hooks"')
})
