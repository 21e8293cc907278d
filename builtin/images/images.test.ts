import { eggCategories } from '@spawnpoint/contracts/egg-categories'
import { eggs } from '@spawnpoint/contracts/eggs'
import type { CatalogImage } from '@spawnpoint/contracts/images'
import { locations } from '@spawnpoint/contracts/locations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startHostingServer, type HostingServer } from '../../tests/support/server/start-hosting-server.ts'
import { aPicture } from '../pictures/testing.ts'

let host: HostingServer
let staff: ApiClient
let staffId: string

beforeAll(async () => {
  host = await startHostingServer()
  const areas = ['admin.images', 'admin.egg', 'admin.nests', 'admin.locations']
  const actions = ['list', 'create', 'edit', 'delete']
  const permissions = areas.flatMap((area) => actions.map((action) => `${area}.${action}`))
  const signed = await host.signIn({ permissions })
  staff = signed.api
  staffId = signed.person.id
})
afterAll(() => host.stop())

const form = (name: string | null, bytes: Uint8Array | null) => {
  const body = new FormData()
  if (name !== null) body.append('name', name)
  if (bytes) body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'castle.png')
  return body
}
let colors = 0
const upload = async (name: string) => {
  colors += 1
  const bytes = await aPicture({
    width: 320,
    height: 200,
    color: `#${(colors * 4099).toString(16).padStart(6, '0')}`,
  })
  const { status, body } = await staff.post('/api/images', form(name, bytes))
  expect(status, JSON.stringify(body)).toBe(200)
  return body['image'] as CatalogImage
}
const list = async (query = '') => {
  const { body } = await staff.get(`/api/images${query}`)
  return body as unknown as { items: CatalogImage[]; next: string | null; total: number }
}
const served = async (path: string) => (await fetch(host.url + path)).status
const countPictures = async () => {
  const { rows } = await host.pool.query<{ count: number }>(
    'select count(*)::int as count from pictures.picture where kept_at is not null',
  )
  return rows[0]?.count
}

it('[CIM1] takes one picture with a name of its own, and keeps nothing of what it refuses', async () => {
  const image = await upload('  Castle ')
  expect(image).toMatchObject({ name: 'Castle', width: 320, height: 200 })
  expect([await served(image.url), await served(image.thumbnailUrl)]).toEqual([200, 200])
  const before = await countPictures()
  const bytes = await aPicture({})
  const refusals = [
    [form('castle', bytes), 409, 'IMAGES_NAME_TAKEN'],
    [form('', bytes), 400, 'IMAGES_NAME'],
    [form(null, bytes), 400, 'IMAGES_NAME'],
    [form('x'.repeat(65), bytes), 400, 'IMAGES_NAME'],
    [form('Page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 400, 'IMAGES_NO_PICTURE'],
    [form('Nothing', null), 400, 'VALIDATION'],
    [form('Heavy', Buffer.alloc(5 * 1024 * 1024 + 1)), 413, 'TOO_LARGE'],
  ] as const
  for (const [body, status, code] of refusals)
    expect(await staff.post('/api/images', body)).toMatchObject({ status, body: { error_code: code } })
  expect(await countPictures()).toBe(before)
  const other = await upload('Harbor')
  expect(await staff.patch(`/api/images/${other.id}`, { name: 'CASTLE' })).toMatchObject({
    status: 409,
    body: { error_code: 'IMAGES_NAME_TAKEN', fields: { name: 'IMAGES_NAME_TAKEN' } },
  })
  expect((await staff.patch(`/api/images/${image.id}`, { name: 'CASTLE' })).status).toBe(200)
})

it('[CIM2] lists images from the newest on, and finds them by name', async () => {
  for (const name of ['Desert one', 'Desert two', 'Forest']) await upload(name)
  const { items, total } = await list('?search=desert')
  expect([items.map(({ name }) => name), total]).toEqual([['Desert two', 'Desert one'], 2])
  const first = await list('?limit=1')
  const second = await list(`?limit=1&cursor=${encodeURIComponent(first.next ?? '')}`)
  expect([first, second].map((page) => page.items.map(({ name }) => name))).toEqual([
    ['Forest'],
    ['Desert two'],
  ])
})

it('[CIM3] [CIM4] is shown for a location, an egg and a category, until it is deleted', async () => {
  const [place, game, group] = [await upload('Place'), await upload('Game'), await upload('Group')]
  const choose = async ({ api }: { readonly api: string }, id: string, imageId: string) => {
    const { body } = await staff.get(`${api}/${id}`)
    const { version } = body['item'] as { version: number }
    expect((await staff.get(`${api}/images`)).body['choices']).toContainEqual({
      value: imageId,
      label: expect.any(String),
      picture: expect.stringContaining('/api/pictures/'),
    })
    expect((await staff.patch(`${api}/${id}`, { imageId, version })).status).toBe(200)
  }
  const { locationId, eggId, categoryId } = host.anOrder()
  await choose(locations, locationId, place.id)
  await choose(eggs, eggId, game.id)
  await choose(eggCategories, categoryId, group.id)
  const { api } = await host.signIn()
  const offered = async () => {
    const { body } = await api.get('/api/servers/options')
    return {
      locations: (body['locations'] as object[]).slice(0, 1),
      categories: body['categories'],
    }
  }
  expect(await offered()).toMatchObject({
    locations: [{ picture: place.url }],
    categories: [{ picture: group.url, eggs: [{ picture: game.url }] }],
  })
  expect((await api.post('/api/servers', host.anOrder())).status).toBe(200)
  const { queued, servers } = (await api.get('/api/servers')).body as Record<string, object[]>
  expect([...(queued ?? []), ...(servers ?? [])]).toMatchObject([
    { egg: { picture: game.url }, category: { picture: group.url } },
  ])
  await host.pool.query(`update eggs.egg set picture = 'moon' where id = $1`, [eggId])
  expect((await staff.delete(`/api/images/${game.id}`)).status).toBe(200)
  expect(await served(game.url)).toBe(404)
  expect(await offered()).toMatchObject({
    locations: [{ picture: place.url }],
    categories: [{ picture: group.url, eggs: [{ picture: 'moon' }] }],
  })
})

it('[CIM5] opens each call by a permission of its own, and logs who did what', async () => {
  const image = await upload('Before')
  const calls = {
    create: (api: ApiClient) => api.post('/api/images', form('Another', null)),
    edit: (api: ApiClient) => api.patch(`/api/images/${image.id}`, { name: 'After' }),
    list: (api: ApiClient) => api.get('/api/images'),
    delete: (api: ApiClient) => api.delete(`/api/images/${image.id}`),
  }
  const actions = ['create', 'edit', 'list', 'delete'] as const
  for (const held of actions) {
    const { api } = await host.signIn({ permissions: [`admin.images.${held}`] })
    const statuses = await Promise.all(
      actions.filter((action) => action !== held).map(async (action) => (await calls[action](api)).status),
    )
    expect(statuses).toEqual([403, 403, 403])
  }
  expect((await calls.edit(staff)).status).toBe(200)
  expect((await calls.delete(staff)).status).toBe(200)
  expect((await calls.delete(staff)).status).toBe(404)
  const log = await host.server.core.audit.list({ actor: staffId, limit: 3 })
  expect(log.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'images:deleted', before: { name: 'After' }, after: null },
    { action: 'images:updated', before: { name: 'Before' }, after: { name: 'After' } },
    { action: 'images:created', before: null, after: { name: 'Before' } },
  ])
})
