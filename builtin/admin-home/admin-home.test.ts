import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

interface Entry {
  readonly id: string
  readonly action: string
  readonly actor: string | null
}

interface Step {
  readonly id: string
  readonly done: boolean
}

it('[ADH1] guards each card by its own permission', async () => {
  const { api } = await server.signIn({ permissions: ['admin.dashboard.view'] })
  expect((await api.get('/api/admin-home/checklist')).status).toBe(200)
  expect((await api.get('/api/admin-home/overview')).status).toBe(403)
  expect((await api.get('/api/admin-home/activity')).status).toBe(403)
  expect((await api.post('/api/admin-home/checklist/dismiss')).status).toBe(403)
})

it('[ADH2] shows the instance as it is', async () => {
  const { api } = await server.signIn({ permissions: ['admin.dashboard.components.system.overview'] })
  const { body } = await api.get('/api/admin-home/overview')
  expect(body).toMatchObject({ database: 'external', version: expect.stringMatching(/^\d+\.\d+/) })
  const plugins = body['plugins'] as { on: number; all: number }
  expect(plugins.on).toBeGreaterThan(3)
  await server.server.plugins.disable('redirect-links', null, true)
  expect((await api.get('/api/admin-home/overview')).body['plugins']).toMatchObject({
    on: plugins.on - 1,
    all: plugins.all,
  })
})

it('[ADH3, ADH7] lists the activity page by page, without values and without forged lines', async () => {
  const { api, person } = await server.signIn({ permissions: ['admin.dashboard.components.activity.view'] })
  const forged = 'x\u202ey\nadmin deleted everything'
  for (let turn = 0; turn < 20; turn++)
    await server.pool.query(
      `insert into kernel.audit (actor, action, target, after) values ($1, 'test:done', $2, '{"secret":"hidden"}')`,
      [person.id, turn === 19 ? forged : String(turn)],
    )
  const first = (await api.get('/api/admin-home/activity?limit=15')).body
  const entries = first['items'] as Entry[]
  expect(entries[0]).toMatchObject({
    action: 'test:done',
    actor: person.username,
    target: 'x y admin deleted everything',
  })
  expect(JSON.stringify(first)).not.toContain('hidden')
  const page = (cursor: unknown) => api.get(`/api/admin-home/activity?limit=15&cursor=${String(cursor)}`)
  const { body } = await page(first['next'])
  const second = body['items'] as Entry[]
  const ids = [...entries, ...second].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(second.filter(({ action }) => action === 'test:done')).toHaveLength(5)
  expect((await page(body['previous'])).body['items']).toEqual(entries)
  const row = '0198c0de-0000-7000-8000-00000000abcd'
  for (const target of [row, person.id])
    await server.pool.query(`insert into kernel.audit (action, target) values ('test:aimed', $1)`, [target])
  const { items } = (await api.get('/api/admin-home/activity?limit=2')).body
  expect(items).toMatchObject([
    { target: person.username, targetUser: person.id, actorId: null },
    { target: null, targetUser: null },
  ])
})

it('[ADH40] names the rows of the activity for those who may read them', async () => {
  const { api: admin } = await server.signIn({ role: 'Administrator' })
  const name = 'Harbour crew'
  const made = await admin.post('/api/roles', { name, realName: 'harbour-crew', color: '#0ea5e9' })
  const { id } = made.body['item'] as { id: string }
  const seenBy = async (...more: string[]) => {
    const permissions = ['admin.dashboard.components.activity.view', ...more]
    const { api } = await server.signIn({ permissions })
    const { items } = (await api.get('/api/admin-home/activity?limit=50')).body as { items: Entry[] }
    return items.find(({ action }) => action === 'roles:created')
  }
  expect(await seenBy('admin.roles.list')).toMatchObject({
    row: { id, name, page: 'roles-edit' },
    target: null,
  })
  expect(await seenBy()).toMatchObject({ row: null, target: null })
  await server.pool.query(`insert into kernel.audit (action, target) values ('roles:lost', 'roles')`)
  const { api } = await server.signIn({ permissions: ['admin.dashboard.components.activity.view'] })
  const { items } = (await api.get('/api/admin-home/activity?limit=50')).body as { items: Entry[] }
  expect(items.find(({ action }) => action === 'roles:lost')).toMatchObject({ target: null })
})

it('[ADH4, ADH5] says what is left to do until somebody dismisses it', async () => {
  const { api } = await server.signIn({ permissions: ['admin.dashboard.view', 'admin.settings.edit'] })
  const { body } = await api.get('/api/admin-home/checklist')
  const steps = body['steps'] as Step[]
  expect(body['isShown']).toBe(steps.some(({ done }) => !done))
  expect(steps).toMatchObject([
    { id: 'panel', done: false, demo: true },
    { id: 'mail', done: false },
    { id: 'location', demo: false },
    { id: 'egg', demo: false },
  ])
  expect((await api.post('/api/admin-home/checklist/dismiss')).status).toBe(200)
  expect((await api.get('/api/admin-home/checklist')).body).toMatchObject({ isShown: false, steps: [] })
})
