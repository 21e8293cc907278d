import { testResource } from '@spawnpoint/sdk/testing/resource'
import { standIn } from '@spawnpoint/sdk/testing/server'
import { Roles, type RolesService } from '@spawnpoint/contracts/roles'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { ServerPlaces } from '@spawnpoint/contracts/servers'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { announcements } from './resource.ts'

const nobody = { findMany: async () => [], find: async () => null, roleOf: async () => ({ id: '' }) }
testResource(announcements, {
  folder: import.meta.dirname,
  sample: { audience: 'everyone', roleId: null },
  // Only what this plugin asks of them.
  services: [
    standIn(Users, nobody as unknown as UsersService),
    standIn(Roles, nobody as unknown as RolesService),
  ],
})

const minuteMs = 60_000
const rights = ['list', 'create', 'edit', 'delete'].map((action) => `admin.announcements.${action}`)

let server: TestServer
let staff: Awaited<ReturnType<TestServer['signIn']>>
let now = Date.now()
const inMinutes = (minutes: number) => new Date(now + minutes * minuteMs).toISOString()

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('delete from announcements.announcement')
  now += minuteMs
  staff = await server.signIn({ permissions: rights })
})

const bodyOf = (over: object = {}) => ({
  title: 'New location',
  summary: 'We have opened a location in Oslo.',
  body: 'It has **fast** disks.',
  kind: 'news',
  audience: 'everyone',
  locationIds: [],
  pinned: false,
  draft: false,
  ...over,
})
const send = (over: object = {}) => staff.api.post('/api/announcements', bodyOf(over))
const create = async (over: object = {}) => {
  const { status, body } = await send(over)
  expect(status, JSON.stringify(body)).toBe(200)
  return body['item'] as Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }
}
const refusal = async (over: object) => (await send(over)).body['fields']

interface Listed {
  readonly items: readonly { readonly id: string; readonly title: string; readonly unread: boolean }[]
  readonly tags: readonly string[]
  readonly next: string | null
}
const feed = async (api: ApiClient, query = '') => {
  const { status, body } = await api.get(`/api/announcements/feed${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Listed
}
const titles = async (api: ApiClient, query = '') => (await feed(api, query)).items.map(({ title }) => title)
const statsOf = async (api: ApiClient) => (await api.get('/api/user/session')).body['stats']
const aCustomer = async () => (await server.signIn()).api

/** Nothing of it leaves by any call of a customer. */
const expectHidden = async (api: ApiClient, id: string) => {
  expect((await feed(api)).items).toEqual([])
  expect((await feed(api)).tags).toEqual([])
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/read'],
    ['POST', '/dismiss'],
  ] as const)
    expect((await api.send(method, `/api/announcements/feed/${id}${path}`)).status).toBe(404)
  expect(await statsOf(api)).toMatchObject({ unread_announcements: 0, announcement_headline: null })
  expect((await api.get(`/api/announcements/${id}`)).status).toBe(403)
}

describe('announcements', () => {
  it('[ANN1] [SCR17] shows what is published, pinned ones first, then the newest', async () => {
    const api = await aCustomer()
    now += minuteMs
    await create({ title: 'First', publishAt: inMinutes(-3) })
    await create({ title: 'Pinned', publishAt: inMinutes(-9), pinned: true })
    const { id } = await create({ title: 'Last', tags: 'Events' })
    expect(await titles(api)).toEqual(['Pinned', 'Last', 'First'])
    const [one] = await titles(api, '?limit=1')
    const { next } = await feed(api, '?limit=1')
    expect([one, ...(await titles(api, `?limit=1&cursor=${next}`))]).toEqual(['Pinned', 'Last'])
    const { body } = await api.get(`/api/announcements/feed/${id}`)
    expect(body['item']).toMatchObject({
      title: 'Last',
      body: 'It has **fast** disks.',
      tags: ['Events'],
      author: { name: staff.person.username },
    })
  })

  it('[ANN2] hides drafts, also those with a date', async () => {
    const api = await aCustomer()
    const { id } = await create({ draft: true, publishAt: inMinutes(-5), tags: 'Secret' })
    await expectHidden(api, id)
  })

  it('[ANN3] shows a scheduled one from its moment on and until its end', async () => {
    const api = await aCustomer()
    const { id } = await create({ publishAt: inMinutes(10), expiresAt: inMinutes(20), tags: 'Soon' })
    const stateNow = async () => (await staff.api.get(`/api/announcements/${id}`)).body['item']
    await expectHidden(api, id)
    expect(await stateNow()).toMatchObject({ state: 'scheduled' })
    now += 10 * minuteMs
    expect(await titles(api)).toEqual(['New location'])
    expect(await stateNow()).toMatchObject({ state: 'published' })
    now += 10 * minuteMs
    await expectHidden(api, id)
    expect(await stateNow()).toMatchObject({ state: 'ended' })
    expect(await refusal({ publishAt: inMinutes(10), expiresAt: inMinutes(9) })).toEqual({
      expiresAt: 'ANNOUNCEMENTS_ENDS_FIRST',
    })
  })

  it('[ANN4] shows one for a role to those who have it', async () => {
    const [customer, moderator] = [await server.signIn(), await server.signIn({ permissions: [] })]
    const { rows } = await server.pool.query<{ role_id: string }>(
      'select role_id from roles.member where user_id = $1',
      [moderator.person.id],
    )
    const { id } = await create({ audience: 'role', roleId: rows[0]?.role_id, tags: 'Team' })
    expect(await titles(moderator.api)).toEqual(['New location'])
    await expectHidden(customer.api, id)
    expect(await refusal({ audience: 'role' })).toEqual({ roleId: 'ANNOUNCEMENTS_NO_AUDIENCE' })
  })

  it('[ANN5] shows one for locations to those who have a server there', async () => {
    const [here, elsewhere] = [await server.signIn(), await server.signIn()]
    const [oslo, paris] = [randomUUID(), randomUUID()]
    await placeServer(here.person.id, oslo)
    await placeServer(elsewhere.person.id, paris)
    const { id } = await create({ audience: 'locations', locationIds: [oslo, randomUUID()], tags: 'Oslo' })
    expect(await titles(here.api)).toEqual(['New location'])
    await expectHidden(elsewhere.api, id)
    await expectHidden(await aCustomer(), id)
    expect(await refusal({ audience: 'locations' })).toEqual({ locationIds: 'ANNOUNCEMENTS_NO_AUDIENCE' })
    const places = server.server.core.services.find(ServerPlaces)
    expect(await places?.ownersIn([oslo])).toEqual([here.person.id])
  })

  it('[ANN6] keeps for each person what is read, once and for every device', async () => {
    const [one, other] = [await server.signIn(), await aCustomer()]
    now += minuteMs
    const { id } = await create({ title: 'A' })
    await create({ title: 'B' })
    expect(await statsOf(one.api)).toMatchObject({ unread_announcements: 2 })
    const read = () => one.api.post(`/api/announcements/feed/${id}/read`)
    expect((await read()).body).toMatchObject({ unread: 1 })
    expect((await read()).body).toMatchObject({ unread: 1 })
    const again = await server.signInAgain(one.person.id)
    expect((await feed(again)).items).toMatchObject([{ unread: true }, { id, unread: false }])
    expect(await statsOf(again)).toMatchObject({ unread_announcements: 1 })
    expect((await one.api.post('/api/announcements/feed/read')).body).toMatchObject({ unread: 0 })
    expect(await statsOf(other)).toMatchObject({ unread_announcements: 2 })
  })

  it('[ANN7] counts nothing as unread that is older than the account', async () => {
    await create({ title: 'Old' })
    now += minuteMs
    const api = await aCustomer()
    await server.pool.query(
      `update users.account set created_at = $1 where created_at > now() - interval '1 minute'`,
      [new Date(now - 1000)],
    )
    expect((await feed(api)).items).toMatchObject([{ title: 'Old', unread: false }])
    expect(await statsOf(api)).toMatchObject({ unread_announcements: 0, announcement_headline: null })
  })

  it('[ANN8] offers the dashboard the pinned or the newest unread one until it is dismissed', async () => {
    const api = await aCustomer()
    now += minuteMs
    const pinned = await create({ title: 'Pinned', pinned: true, publishAt: inMinutes(-0.5) })
    const newest = await create({ title: 'Newest' })
    const headline = async () =>
      ((await statsOf(api)) as { announcement_headline: { title: string } | null }).announcement_headline
        ?.title
    expect(await headline()).toBe('Pinned')
    await api.post(`/api/announcements/feed/${pinned.id}/read`)
    expect(await headline()).toBe('Pinned')
    const { body } = await api.post(`/api/announcements/feed/${pinned.id}/dismiss`)
    expect(body).toMatchObject({ unread: 1, headline: { id: newest.id, title: 'Newest' } })
    await api.post(`/api/announcements/feed/${newest.id}/read`)
    expect(await headline()).toBeUndefined()
  })

  it('[ANN9] filters by tags, whatever their case, and offers those that the person may read', async () => {
    const api = await aCustomer()
    await create({ title: 'A', tags: ' Events,  Winter , events,' })
    await create({ title: 'B', tags: 'Maintenance' })
    await create({ title: 'C', tags: 'Hidden', draft: true })
    expect((await feed(api)).tags).toEqual(['Events', 'Maintenance', 'Winter'])
    expect(await titles(api, '?tag=WINTER')).toEqual(['A'])
    expect(await titles(api, '?tag=Hidden')).toEqual([])
    expect((await staff.api.get('/api/announcements?search=Winter')).body['items']).toMatchObject([
      { tags: 'Events, Winter' },
    ])
  })

  it('[ANN10] publishes at once where no date is named, and keeps the date when the text is edited', async () => {
    const draft = await create({ draft: true })
    expect(draft).toMatchObject({ state: 'draft', publishAt: null, author: staff.person.username })
    const edit = async (version: number, change: object) =>
      (await staff.api.patch(`/api/announcements/${draft.id}`, { ...change, version })).body['item']
    now += minuteMs
    const published = new Date(now).toISOString()
    expect(await edit(1, { draft: false })).toMatchObject({ state: 'published', publishAt: published })
    now += minuteMs
    expect(await edit(2, { title: 'Corrected' })).toMatchObject({ publishAt: published })
  })

  it('[ANN11] forgets what an erased person has read', async () => {
    const { api, person } = await server.signIn()
    now += minuteMs
    await create()
    await api.post('/api/announcements/feed/read')
    const rows = async () =>
      (await server.pool.query('select from announcements.reading where person = $1', [person.id])).rowCount
    expect(await rows()).toBe(1)
    const admin = (await server.signIn({ role: 'Administrator' })).api
    expect((await admin.delete(`/api/users/${person.id}`)).status).toBe(200)
    await expect.poll(rows).toBe(0)
  })

  const post = (id: string, status: string, text = 'We know more.') =>
    staff.api.post(`/api/announcements/${id}/updates`, { status, text })

  it('[ANN15] moves an incident by updates with time and author, and keeps a resolved one resolved', async () => {
    const { id, ...made } = await create({ kind: 'incident' })
    expect(made).toMatchObject({ status: 'investigating' })
    await post(id, 'identified', 'A switch has failed.')
    now += minuteMs
    await post(id, 'resolved', 'Replaced.')
    expect((await post(id, 'monitoring')).body.error_code).toBe('ANNOUNCEMENTS_RESOLVED')
    now += minuteMs
    expect((await post(id, 'resolved', 'What happened: …')).status).toBe(200)
    const { body } = await staff.api.get(`/api/announcements/${id}/updates`)
    expect(body).toMatchObject({
      status: 'resolved',
      updates: [
        { status: 'resolved', text: 'What happened: …' },
        { status: 'resolved', text: 'Replaced.', at: inMinutes(-1) },
        { status: 'identified', at: inMinutes(-2), author: staff.person.username },
      ],
    })
    expect((await post((await create()).id, 'resolved')).status).toBe(404)
    const { version } = (await staff.api.get(`/api/announcements/${id}`)).body['item'] as { version: number }
    const edited = await staff.api.patch(`/api/announcements/${id}`, { title: 'Outage', version })
    expect(edited.body['item']).toMatchObject({ status: 'resolved' })
  })

  it('[ANN16] heads dashboard and list with an open incident, for people with servers there', async () => {
    const [here, elsewhere] = [await server.signIn(), await aCustomer()]
    const oslo = randomUUID()
    await placeServer(here.person.id, oslo)
    await placeServer(here.person.id, oslo)
    now += minuteMs
    const { id } = await create({
      kind: 'incident',
      title: 'Outage',
      audience: 'locations',
      locationIds: [oslo],
      publishAt: inMinutes(-0.5),
    })
    await create({ title: 'Pinned', pinned: true })
    const headlineOf = async (api: ApiClient) =>
      ((await statsOf(api)) as { announcement_headline: object | null }).announcement_headline
    expect(await headlineOf(here.api)).toEqual({
      id,
      title: 'Outage',
      summary: 'We have opened a location in Oslo.',
      status: 'investigating',
      servers: 2,
    })
    expect(await titles(here.api)).toEqual(['Outage', 'Pinned'])
    await here.api.post(`/api/announcements/feed/${id}/read`)
    expect(await headlineOf(here.api)).toMatchObject({ id })
    expect(await headlineOf(elsewhere)).toMatchObject({ title: 'Pinned' })
    await post(id, 'resolved')
    await here.api.post(`/api/announcements/feed/${id}/read`)
    expect(await headlineOf(here.api)).toMatchObject({ title: 'Pinned' })
    expect(await titles(here.api)).toEqual(['Pinned', 'Outage'])
  })

  it('[ANN17] makes an incident unread again with each update, also where it was dismissed', async () => {
    const api = await aCustomer()
    now += minuteMs
    const { id } = await create({ kind: 'incident' })
    await api.post(`/api/announcements/feed/${id}/dismiss`)
    expect(await statsOf(api)).toMatchObject({ unread_announcements: 0, announcement_headline: null })
    await post(id, 'identified')
    now += minuteMs
    expect((await feed(api)).items).toMatchObject([{ id, unread: true }])
    // A busy machine answers with what was last known, and a moment later with the update.
    await expect
      .poll(() => statsOf(api))
      .toMatchObject({
        unread_announcements: 1,
        announcement_headline: { id, status: 'identified' },
      })
  })

  it('[ANN18] keeps a resolved incident readable with its timeline and locations, for its audience', async () => {
    const [here, elsewhere] = [await server.signIn(), await aCustomer()]
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into locations.location (id, name, description, panel_location_id, node_ip, status, slots, vip_only)
       values (gen_random_uuid(), 'Oslo', '', 4711, '203.0.113.1', 'online', 1, false) returning id`,
    )
    const oslo = rows[0]?.id ?? ''
    await placeServer(here.person.id, oslo)
    const { id } = await create({ kind: 'incident', audience: 'locations', locationIds: [oslo], tags: 'X' })
    await post(id, 'resolved', 'Replaced.')
    const { body } = await here.api.get(`/api/announcements/feed/${id}`)
    expect(body['item']).toMatchObject({
      incident: { status: 'resolved', locations: [{ name: 'Oslo', servers: 1 }] },
      updates: [{ status: 'resolved', text: 'Replaced.', author: staff.person.username }],
    })
    await expectHidden(elsewhere, id)
    expect((await elsewhere.get(`/api/announcements/${id}/updates`)).status).toBe(403)
    expect((await elsewhere.post(`/api/announcements/${id}/updates`)).status).toBe(403)
  })

  it('[ANN19] notifies each audience once, at publication and with each update of an incident', async () => {
    const [here, elsewhere] = [await server.signIn(), await server.signIn()]
    const oslo = randomUUID()
    await placeServer(here.person.id, oslo)
    const member = await server.pool.query<{ role_id: string }>(
      'select role_id from roles.member where user_id = $1',
      [staff.person.id],
    )
    await create({ title: 'Old', publishAt: inMinutes(-2000) })
    await create({ title: 'Draft', draft: true })
    await create({ title: 'Now' })
    await create({ title: 'Soon', publishAt: inMinutes(5) })
    await create({ title: 'Staff', audience: 'role', roleId: member.rows[0]?.role_id })
    const { id } = await create({
      title: 'Outage',
      kind: 'incident',
      audience: 'locations',
      locationIds: [oslo],
    })
    const toldOf = async (api: ApiClient) => {
      const { body } = await api.get('/api/notifications?limit=100')
      return (body['items'] as { params: { title: string } }[]).map(({ params }) => params.title).toSorted()
    }
    await announceAll()
    await announceAll()
    expect(await toldOf(here.api)).toEqual(['Now', 'Outage'])
    expect(await toldOf(elsewhere.api)).toEqual(['Now'])
    expect(await toldOf(staff.api)).toEqual(['Now', 'Staff'])
    now += 6 * minuteMs
    await post(id, 'identified')
    await announceAll()
    expect(await toldOf(here.api)).toEqual(['Now', 'Outage', 'Outage', 'Soon'])
    expect(await toldOf(elsewhere.api)).toEqual(['Now', 'Soon'])
  })
})

async function placeServer(owner: string, location: string) {
  await server.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations)
     values (gen_random_uuid(), $1, floor(random() * 1e9)::int, gen_random_uuid()::text, 'Mine', '', $2,
       gen_random_uuid(), gen_random_uuid(), 1, 1, 1, 0, 0, 1)`,
    [owner, location],
  )
}

async function announceAll() {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'announcements', job: 'announce', payload: {} }),
  ])
  const waiting = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'announcements' and payload ->> 'job' = 'announce'`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(0)
}
