import { locations } from '@spawnpoint/contracts/locations'
import { resourceEndpoints, type ServicesOf } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database/test-database.ts'
import { createCapturedHost, failureOf } from '../../tests/support/plugins/captured-host.ts'
import { choicesOf, createCatalogueDeps, panelFailures } from '../../tests/support/plugins/catalogue-deps.ts'
import server from './server/index.ts'
import { aLocation } from './testing.ts'

const endpoints = resourceEndpoints(locations)
const database = testDatabase({
  migrationSets: [{ id: 'locations', folder: join(import.meta.dirname, 'server/migrations') }],
})
const host = createCapturedHost('locations')
let given: ReturnType<typeof createCatalogueDeps>
let service: ServicesOf<{ it: typeof locations.service }>['it']
type Item = { id: string; version: number; [key: string]: unknown }

beforeAll(async () => {
  given = createCatalogueDeps(database.pool)
  service = (await host.setUp(server, given.deps))(locations.service)
})
beforeEach(async () => {
  await database.pool.query('truncate locations.location')
  Object.assign(given.panel, { connected: true, answers: 'well' })
})

const create = async (body: object) => (await host.call(endpoints.create, { body })).item as Item
const update = (id: string, body: object) => host.call(endpoints.update, { params: { id }, body })

it('[LCN1] holds a location of the panel at most once', async () => {
  await create(aLocation())
  const failure = await failureOf(create(aLocation({ name: 'Again' })))
  expect([failure.code, failure.fields]).toEqual(['DUPLICATE', { panelLocationId: 'DUPLICATE' }])
})

it('[LCN2] refuses an id the panel does not know, and believes the operator while it is silent', async () => {
  const failure = await failureOf(create(aLocation({ panelLocationId: 9 })))
  expect(failure.fields).toEqual({ panelLocationId: 'LOCATIONS_UNKNOWN_PANEL_ID' })
  given.panel.answers = 'unavailable'
  expect(await create(aLocation({ panelLocationId: 9 }))).toMatchObject({ panelLocationId: 9 })
  given.panel.connected = false
  expect(await create(aLocation({ panelLocationId: 8 }))).toMatchObject({ panelLocationId: 8 })
})

it.each([
  { slots: 0 },
  { slots: 1.5 },
  { status: 'closed' },
  { nodeIp: 'a b' },
  { name: ' ' },
  { name: 'a\u0000' },
  { country: 'Germany' },
  { country: 'D1' },
  { pingUrl: 'http://fra.example.com' },
  { pingUrl: 'https://fra.example.com; script-src *' },
  { pingUrl: 'https://user@fra.example.com/' },
])('[LCN3, LCN7, LCN8] refuses %j', async (wrong) => {
  await expect(create({ ...aLocation(), ...wrong })).rejects.toThrow(Object.keys(wrong)[0])
})

it('[LCN4] keeps a location that something uses, and its place on the panel', async () => {
  const { id } = await create(aLocation())
  const undo = service.onDelete(async () => ({ servers: 2 }))
  const removed = await failureOf(host.call(endpoints.remove, { params: { id } }))
  const moved = await failureOf(update(id, { panelLocationId: 2, version: 1 }))
  expect([removed, moved].map(({ code, details }) => [code, details])).toEqual([
    ['IN_USE', { servers: 2 }],
    ['IN_USE', { servers: 2 }],
  ])
  expect(await update(id, { slots: 30, panelLocationId: 1, version: 1 })).toMatchObject({
    item: { slots: 30 },
  })
  undo()
  expect(await update(id, { panelLocationId: 2, version: 2 })).toMatchObject({
    item: { panelLocationId: 2 },
  })
})

it('[LCN5] offers other plugins the locations that are online', async () => {
  const open = await create(aLocation({ name: 'B' }))
  await create(aLocation({ name: 'A', panelLocationId: 2, status: 'maintenance' }))
  await create(aLocation({ name: 'C', panelLocationId: 3, status: 'offline' }))
  expect((await service.list({ status: 'online' })).map(({ name }) => name)).toEqual(['B'])
  expect((await service.list({ status: ['online', 'maintenance'] })).map(({ name }) => name)).toEqual([
    'A',
    'B',
  ])
  expect(await service.find(open.id)).toEqual({ ...open, imageId: null, country: null, pingUrl: null })
  expect(await service.find(crypto.randomUUID())).toBeNull()
  const held = await given.db.orm.transaction((tx) => service.lock(tx, open.id))
  expect(held?.name).toBe('B')
})

it('[LCN7] keeps the country that is given', async () => {
  const { id } = await create(aLocation({ country: 'DE' }))
  expect(await service.find(id)).toMatchObject({ country: 'DE' })
})

it('[LCN8] keeps the address that browsers measure', async () => {
  const pingUrl = 'https://fra.example.com:8443/ping'
  const { id } = await create(aLocation({ pingUrl }))
  expect(await service.find(id)).toMatchObject({ pingUrl })
})

it('[LCN6] lists the locations of the panel for the form', async () => {
  const ask = () => host.call(choicesOf(endpoints, 'panelLocationId'))
  expect(await ask()).toMatchObject({ choices: [{ value: 1, label: '1 · Location 1' }, {}, {}] })
  for (const [reason, code] of panelFailures) {
    given.panel.answers = reason
    expect((await failureOf(ask())).code).toBe(code)
  }
  given.panel.connected = false
  expect((await failureOf(ask())).code).toBe('PANEL_OFF')
})
