import { redirectLinks } from './resource.ts'
import { fieldSchema } from '@spawnpoint/sdk/common'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servePages } from '../../tests/support/server/serve-pages.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let staff: ApiClient

beforeAll(async () => {
  server = await startTestServer({ pageHandlers: servePages })
  const rights = ['list', 'create', 'edit', 'delete'].map((action) => `admin.redirect.links.${action}`)
  staff = (await server.signIn({ permissions: rights })).api
})
afterAll(() => server.stop())

const bodyOf = (name: string, over: object = {}) => ({
  name,
  target: 'https://forum.example.com/start?from=us',
  enabled: true,
  inSidebar: false,
  icon: 'link',
  order: 10,
  ...over,
})
type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

const create = async (name: string, over: object = {}) => {
  const { status, body } = await staff.post('/api/redirect-links', bodyOf(name, over))
  expect(status, JSON.stringify(body)).toBe(200)
  return body['item'] as Item
}
const read = async (id: string) => (await staff.get(`/api/redirect-links/${id}`)).body['item'] as Item
const refusal = async (name: string, over: object = {}) =>
  (await staff.post('/api/redirect-links', bodyOf(name, over))).body['fields']
const visit = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method, redirect: 'manual', headers })

/** Clicks are stored behind the answer. */
const countedClicks = async (id: string, wanted: number) =>
  expect.poll(async () => (await read(id))['clicks']).toBe(wanted)

it('[RDL1] [SCR71] leads from the name to the target and takes nothing of the visit along', async () => {
  await create('forum')
  for (const path of ['/forum', '/Forum/', '/FORUM?next=https://evil.example.com']) {
    const answer = await visit(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      302,
      'https://forum.example.com/start?from=us',
    ])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toBe('')
  }
  expect((await visit('/forum/more')).status).toBe(404)
})

it.each(['Store', 'with space', '-start', 'end-', 'ünicode', 'a/b', ''])(
  '[RDL2] refuses the name "%s"',
  async (name) => {
    expect(await refusal(name)).toHaveProperty('name')
  },
)

it.each(['store', 'earn', 'auth', 'mc-admin', 'redirect', 'api', 'assets', 'docs', 'p', 'plugins'])(
  '[RDL2] keeps the name "%s" for pages, and a second link off it',
  async (name) => {
    const isPage = name !== 'redirect'
    const refused = { name: isPage ? 'REDIRECT_LINKS_NAME_TAKEN' : 'DUPLICATE' }
    if (!isPage) await create(name)
    expect(await refusal(name)).toEqual(refused)
  },
)

it('[RDL2] keeps the names of pages whose plugin is disabled', async () => {
  const { plugins } = server.server
  // No other plugin has a page below it.
  await plugins.disable('leaderboard', null)
  expect((await visit('/leaderboard')).status).toBe(404)
  expect(await refusal('leaderboard')).toEqual({ name: 'REDIRECT_LINKS_NAME_TAKEN' })
  await plugins.enable('leaderboard', null)
})

it('[RDL3] opens the page where one has the path, and the list says so', async () => {
  const { id } = await create('was-free')
  await server.pool.query(`update redirect_links.redirect_link set name = 'store' where id = $1`, [id])
  expect((await visit('/store')).status).toBe(200)
  expect(await read(id)).toMatchObject({ name: 'store', status: 'shadowed' })
  await server.server.plugins.disable('store', null)
  expect((await visit('/store')).status).toBe(302)
  expect(await read(id)).toMatchObject({ status: 'open' })
  await server.server.plugins.enable('store', null)
  await staff.delete(`/api/redirect-links/${id}`)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  '//evil.example.com',
  'ftp://example.com/',
  'https://',
  'https://paypal.com@evil.example.com/',
  'mailto:a@example.com',
])('[RDL4] refuses the target %s', async (target) => {
  expect(await refusal('target', { target })).toEqual({ target: 'web_address' })
  expect(fieldSchema(redirectLinks.fields.target).safeParse(target).success).toBe(false)
})

it('[RDL4] leads to pages of the site itself, never to another link', async () => {
  const { origin } = server.config
  await create('shop', { target: `${origin}/store?tab=1` })
  expect((await visit('/shop')).headers.get('location')).toBe(`${origin}/store?tab=1`)
  for (const path of ['/loop', '/shop', '/later'])
    expect(await refusal('loop', { target: origin + path })).toEqual({ target: 'REDIRECT_LINKS_TARGET_OWN' })
})

it('[RDL5] answers for a disabled and for an unknown name as for any page that is not there', async () => {
  const { id } = await create('closed', { enabled: false })
  const [closed, unknown] = [await visit('/closed'), await visit('/no-such-link')]
  expect([closed.status, unknown.status]).toEqual([404, 404])
  expect(closed.headers.get('location')).toBeNull()
  expect(await read(id)).toMatchObject({ status: 'disabled', clicks: 0 })
})

it('[RDL6] counts each opening once, and leaves an edit that was begun before as it is', async () => {
  const { id, version } = await create('counted')
  await Promise.all(Array.from({ length: 40 }, () => visit('/counted')))
  await countedClicks(id, 40)
  await visit('/counted', 'HEAD')
  await visit('/counted', 'GET', { 'sec-purpose': 'prefetch;prerender' })
  await visit('/counted')
  await countedClicks(id, 41)
  expect(Date.parse(String((await read(id))['lastClickedAt']))).toBeGreaterThan(0)
  const saved = await staff.patch(`/api/redirect-links/${id}`, { order: 11, version })
  expect([saved.status, saved.body['item']]).toMatchObject([200, { clicks: 41 }])
})

it('[RDL6] counts what is opened while others are being stored', async () => {
  const { id } = await create('busy')
  const holder = await server.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from redirect_links.redirect_link where id = $1 for update', [id])
    for (let opened = 0; opened < 4; opened += 1) expect((await visit('/busy')).status).toBe(302)
    await holder.query('commit')
  } finally {
    holder.release()
  }
  await countedClicks(id, 4)
})

it('[RDL7] says with the session which links the sidebar shows, in order', async () => {
  const shown = async () => {
    const { body } = await (await server.signIn()).api.get('/api/user/session')
    return (body['stats'] as Readonly<Record<string, unknown>>)['sidebar_links']
  }
  expect(await shown()).toBeUndefined()
  await create('zeta', { inSidebar: true, order: 5, label: 'Our chat', icon: 'chat' })
  await create('alpha', { inSidebar: true, order: 5 })
  await create('first', { inSidebar: true, order: 1 })
  await create('off', { inSidebar: true, enabled: false })
  expect(await shown()).toEqual([
    { name: 'first', label: 'first', icon: 'link' },
    { name: 'alpha', label: 'alpha', icon: 'link' },
    { name: 'zeta', label: 'Our chat', icon: 'chat' },
  ])
})
