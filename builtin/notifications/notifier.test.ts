import { MOST_A_DAY } from '@spawnpoint/contracts/notifications'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer

/** Notifies as it is told. */
const teller = `
const Notifier = defineService('notifications.notifier')
endpoints.push(answer(post(\`/api/\${id}/tell\`, { body: z.looseObject({}) }), manifest, async ({ body, services }) => {
  const notifier = services.find(Notifier)
  if (!notifier) return { error: 'no notifier' }
  try { return { answer: await notifier.notify(body.request) } } catch (error) { return { error: error.message } }
}))
`

beforeAll(async () => {
  for (const mode of modes)
    for (const [name, capabilities] of [
      ['teller', ['server.http', 'server.services:notifications.notifier']],
      ['silent', ['server.http']],
    ] as const) {
      const id = `${name}-${mode}`
      const files = { 'locales/en.json': JSON.stringify({ [id]: { title: 'The teller' } }) }
      const module = `const id = ${JSON.stringify(id)}\n${teller}`
      writeIsolatedPlugin(plugins, { id, mode, capabilities, manifest: { title: '%title%' }, files, module })
    }
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const tell = async (plugin: string, request: object) =>
  (await server.anonymous().post(`/api/${plugin}/tell`, { request })).body as {
    answer?: object
    error?: string
  }
const inboxOf = async (api: ApiClient) => (await api.get('/api/notifications')).body['items']

describe.each(modes)('the notifier of a plugin in its %s', (mode) => {
  const teller = `teller-${mode}`

  it('[NOT22] tells a user something in the name of the plugin, once for each key', async () => {
    const { person, api } = await server.signIn()
    const request = { user: person.id, text: 'Your hat is ready', link: '/p/hats', key: 'hat-1' }
    expect(await tell(teller, request)).toMatchObject({ answer: { ok: true } })
    expect(await tell(teller, request)).toMatchObject({ answer: { ok: true } })
    expect(await inboxOf(api)).toMatchObject([
      {
        plugin: 'notifications',
        kind: 'plugin',
        link: '/p/hats',
        params: { plugin: 'The teller', text: 'Your hat is ready' },
      },
    ])
  })

  it('[NOT22] tells a user so much a day and no more, and others meanwhile', async () => {
    const [ada, bob] = [await server.signIn(), await server.signIn()]
    const say = (user: string, text: string) => tell(teller, { user, text })
    const once = () => tell(teller, { user: ada.person.id, text: 'Once', key: 'once' })
    // Told again, it costs nothing.
    for (let time = 0; time < 3; time += 1) expect(await once()).toMatchObject({ answer: { ok: true } })
    for (let time = 1; time < MOST_A_DAY; time += 1)
      expect(await say(ada.person.id, `News ${time}`)).toMatchObject({ answer: { ok: true } })
    expect(await once()).toMatchObject({ answer: { ok: true } })
    expect(await say(ada.person.id, 'More')).toMatchObject({ answer: { ok: false, reason: 'too-many' } })
    expect(await say(bob.person.id, 'News')).toMatchObject({ answer: { ok: true } })
  })

  it('[NOT22] refuses what leads out of the site, is no request, or is for nobody', async () => {
    const { person, api } = await server.signIn()
    const user = person.id
    for (const request of [
      { user, text: 'x', link: 'https://evil.example' },
      { user, text: 'x', link: '//evil.example' },
      { user, text: '' },
      { user, text: 'x'.repeat(201) },
      { user, text: 'x', kind: 'gifts' },
    ])
      expect((await tell(teller, request)).error).toContain('E_SERVICE_REQUEST: ')
    for (const nobody of ['nobody', randomUUID()])
      expect(await tell(teller, { user: nobody, text: 'x' })).toMatchObject({ answer: { reason: 'unknown' } })
    expect(await inboxOf(api)).toEqual([])
  })

  it('[NOT22] is for plugins that were granted it', async () => {
    const { person, api } = await server.signIn()
    expect(await tell(`silent-${mode}`, { user: person.id, text: 'x' })).toMatchObject({
      error_code: 'INTERNAL',
    })
    expect(await inboxOf(api)).toEqual([])
  })
})
