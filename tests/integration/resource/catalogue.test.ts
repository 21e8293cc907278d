import { eggCategories } from '@spawnpoint/contracts/egg-categories'
import { eggs as eggResource } from '@spawnpoint/contracts/eggs'
import { locations } from '@spawnpoint/contracts/locations'
import { resourceEndpoints, type AnyEndpoint } from '@spawnpoint/sdk/common'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anEggCategory } from '../../../builtin/egg-categories/testing.ts'
import { anEgg } from '../../../builtin/eggs/testing.ts'
import { aLocation } from '../../../builtin/locations/testing.ts'
import { testDatabase } from '../../support/database/test-database.ts'
import { failureOf } from '../../support/plugins/captured-host.ts'
import { catalogueMigrations, startCatalogue } from './started-catalogue.ts'

const locationEndpoints = resourceEndpoints(locations)
const eggCategoryEndpoints = resourceEndpoints(eggCategories)
const eggEndpoints = resourceEndpoints(eggResource)
const choicesOf = ({ options }: { options: Readonly<Record<string, AnyEndpoint>> }, field: string) => {
  const endpoint = options[field]
  if (!endpoint) throw new Error(`no choices for ${field}`)
  return endpoint
}

const database = testDatabase({ migrationSets: catalogueMigrations })
let started: Awaited<ReturnType<typeof startCatalogue>>
type Item = { id: string; version: number; [key: string]: unknown }

beforeAll(async () => {
  started = await startCatalogue(database.pool)
})
beforeEach(async () => {
  await database.pool.query('truncate locations.location, egg_categories.egg_category, eggs.egg')
  Object.assign(started.panel, { connected: true, answers: 'well' })
})

const reasons = [
  ['unavailable', 'PANEL_UNAVAILABLE'],
  ['rate-limited', 'PANEL_BUSY'],
  ['unauthorized', 'PANEL_KEY_REFUSED'],
  ['not-found', 'PANEL_MISSING'],
  ['invalid', 'PANEL_REFUSED'],
] as const

const create = async (what: 'locations' | 'categories' | 'eggs', body: object): Promise<Item> => {
  const endpoints = { locations: locationEndpoints, categories: eggCategoryEndpoints, eggs: eggEndpoints }[
    what
  ]
  return (await started.hosts[what].call(endpoints.create, { body })).item as Item
}
const updateLocation = (id: string, body: object) =>
  started.hosts.locations.call(locationEndpoints.update, { params: { id }, body })
const updateEgg = (id: string, body: object) =>
  started.hosts.eggs.call(eggEndpoints.update, { params: { id }, body })
const removeCategory = (id: string) =>
  started.hosts.categories.call(eggCategoryEndpoints.remove, { params: { id } })

describe('locations', () => {
  it('[LCN1] holds a location of the panel at most once', async () => {
    await create('locations', aLocation())
    const failure = await failureOf(create('locations', aLocation({ name: 'Again' })))
    expect([failure.code, failure.fields]).toEqual(['DUPLICATE', { panelLocationId: 'DUPLICATE' }])
  })

  it('[LCN2] refuses an id the panel does not know, and believes the operator while it is silent', async () => {
    const failure = await failureOf(create('locations', aLocation({ panelLocationId: 9 })))
    expect(failure.fields).toEqual({ panelLocationId: 'LOCATIONS_UNKNOWN_PANEL_ID' })
    started.panel.answers = 'unavailable'
    expect(await create('locations', aLocation({ panelLocationId: 9 }))).toMatchObject({ panelLocationId: 9 })
    started.panel.connected = false
    expect(await create('locations', aLocation({ panelLocationId: 8 }))).toMatchObject({ panelLocationId: 8 })
  })

  it.each([
    { slots: 0 },
    { slots: 1.5 },
    { status: 'closed' },
    { nodeIp: 'a b' },
    { name: ' ' },
    { name: 'a\u0000' },
  ])('[LCN3] refuses %j', async (wrong) => {
    await expect(create('locations', { ...aLocation(), ...wrong })).rejects.toThrow(Object.keys(wrong)[0])
  })

  it('[LCN4] keeps a location that something uses, and its place on the panel', async () => {
    const { id } = await create('locations', aLocation())
    const undo = started.locations.onDelete(async () => ({ servers: 2 }))
    const removed = await failureOf(
      started.hosts.locations.call(locationEndpoints.remove, { params: { id } }),
    )
    const moved = await failureOf(updateLocation(id, { panelLocationId: 2, version: 1 }))
    expect([removed, moved].map(({ code, details }) => [code, details])).toEqual([
      ['IN_USE', { servers: 2 }],
      ['IN_USE', { servers: 2 }],
    ])
    expect(await updateLocation(id, { slots: 30, panelLocationId: 1, version: 1 })).toMatchObject({
      item: { slots: 30 },
    })
    undo()
    expect(await updateLocation(id, { panelLocationId: 2, version: 2 })).toMatchObject({
      item: { panelLocationId: 2 },
    })
  })

  it('[LCN5] offers other plugins the locations that are online', async () => {
    const open = await create('locations', aLocation({ name: 'B' }))
    await create('locations', aLocation({ name: 'A', panelLocationId: 2, status: 'maintenance' }))
    await create('locations', aLocation({ name: 'C', panelLocationId: 3, status: 'offline' }))
    expect((await started.locations.list({ status: 'online' })).map(({ name }) => name)).toEqual(['B'])
    expect(
      (await started.locations.list({ status: ['online', 'maintenance'] })).map(({ name }) => name),
    ).toEqual(['A', 'B'])
    expect(await started.locations.find(open.id)).toEqual({ ...open, imageId: null })
    expect(await started.locations.find(crypto.randomUUID())).toBeNull()
    const held = await started.db.orm.transaction((tx) => started.locations.lock(tx, open.id))
    expect(held?.name).toBe('B')
  })

  it('[LCN6] lists the locations of the panel for the form', async () => {
    const ask = () => started.hosts.locations.call(choicesOf(locationEndpoints, 'panelLocationId'))
    expect(await ask()).toMatchObject({ choices: [{ value: 1, label: '1 · Location 1' }, {}, {}] })
    for (const [reason, code] of reasons) {
      started.panel.answers = reason
      expect((await failureOf(ask())).code).toBe(code)
    }
    started.panel.connected = false
    expect((await failureOf(ask())).code).toBe('PANEL_OFF')
  })
})

describe('egg categories', () => {
  it('[EGC1, EGC2] takes each nest of the panel once, and none that it does not have', async () => {
    await create('categories', anEggCategory())
    expect((await failureOf(create('categories', anEggCategory()))).fields).toEqual({
      panelNestId: 'DUPLICATE',
    })
    const unknown = await failureOf(create('categories', anEggCategory({ panelNestId: 7 })))
    expect(unknown.fields).toEqual({ panelNestId: 'EGG_CATEGORIES_UNKNOWN_PANEL_ID' })
  })

  it('[EGC3] keeps a category with eggs, and its nest', async () => {
    const category = await create('categories', anEggCategory())
    const egg = await create('eggs', anEgg({ categoryId: category.id, panelEggId: 10 }))
    const moved = started.hosts.categories.call(eggCategoryEndpoints.update, {
      params: { id: category.id },
      body: { panelNestId: 2, version: 1 },
    })
    expect((await failureOf(moved)).details).toEqual({ eggs: 1 })
    expect((await failureOf(removeCategory(category.id))).details).toEqual({ eggs: 1 })
    await started.hosts.eggs.call(eggEndpoints.remove, { params: { id: egg.id } })
    expect(await removeCategory(category.id)).toEqual({ id: category.id })
  })

  it('[EGC4] lists the nests of the panel for the form, and its categories to other plugins', async () => {
    await create('categories', anEggCategory({ name: 'B', panelNestId: 2, enabled: false }))
    await create('categories', anEggCategory({ name: 'A' }))
    expect((await started.categories.list()).map(({ name, enabled }) => [name, enabled])).toEqual([
      ['A', true],
      ['B', false],
    ])
    expect(await started.hosts.categories.call(choicesOf(eggCategoryEndpoints, 'panelNestId'))).toMatchObject(
      {
        choices: [{ value: 1 }, { value: 2 }],
      },
    )
    const failure = async () =>
      (await failureOf(started.hosts.categories.call(choicesOf(eggCategoryEndpoints, 'panelNestId')))).code
    for (const [reason, code] of reasons) {
      started.panel.answers = reason
      expect(await failure()).toBe(code)
    }
    started.panel.connected = false
    expect(await failure()).toBe('PANEL_OFF')
  })
})

describe('eggs', () => {
  it('[EGG1] stands in a category that exists, and shows its name', async () => {
    const unknown = await failureOf(
      create('eggs', anEgg({ categoryId: crypto.randomUUID(), panelEggId: 10 })),
    )
    expect(unknown.fields).toEqual({ categoryId: 'EGGS_NO_CATEGORY' })
    const category = await create('categories', anEggCategory({ name: 'Voice' }))
    expect(await create('eggs', anEgg({ categoryId: category.id, panelEggId: 10 }))).toMatchObject({
      categoryName: 'Voice',
    })
  })

  it('[EGG2] is an egg of its category’s nest, also after an edit of either', async () => {
    const one = await create('categories', anEggCategory())
    const two = await create('categories', anEggCategory({ panelNestId: 2 }))
    expect((await failureOf(create('eggs', anEgg({ categoryId: one.id, panelEggId: 20 })))).fields).toEqual({
      panelEggId: 'EGGS_UNKNOWN_PANEL_ID',
    })
    const { id } = await create('eggs', anEgg({ categoryId: one.id, panelEggId: 10 }))
    expect((await failureOf(updateEgg(id, { categoryId: two.id, version: 1 }))).code).toBe(
      'EGGS_UNKNOWN_PANEL_ID',
    )
    expect(await updateEgg(id, { categoryId: two.id, panelEggId: 21, version: 1 })).toMatchObject({
      item: { version: 2 },
    })
    expect(await started.eggs.find(id)).toMatchObject({ categoryId: two.id, panelEggId: 21 })
  })

  it('[EGG3] never outlives its category, however close deletion and creation come', async () => {
    const { id } = await create('categories', anEggCategory())
    const outcomes = await Promise.allSettled([
      create('eggs', anEgg({ categoryId: id, panelEggId: 10 })),
      removeCategory(id),
      create('eggs', anEgg({ categoryId: id, panelEggId: 11 })),
    ])
    const category = await started.categories.find(id)
    const eggs = await started.eggs.list()
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(eggs.length > 0).toBe(category !== null)
  })

  it('[EGG4] offers the categories, and the panel’s eggs of the chosen one', async () => {
    const category = await create('categories', anEggCategory({ name: 'Voice', panelNestId: 2 }))
    expect(await started.hosts.eggs.call(choicesOf(eggEndpoints, 'categoryId'))).toEqual({
      choices: [{ value: category.id, label: 'Voice' }],
    })
    const ask = () =>
      started.hosts.eggs.call(choicesOf(eggEndpoints, 'panelEggId'), { query: { category: category.id } })
    expect(await ask()).toMatchObject({ choices: [{ value: 20 }, { value: 21 }] })
    for (const [reason, code] of reasons) {
      started.panel.answers = reason
      expect((await failureOf(ask())).code).toBe(code)
    }
    started.panel.connected = false
    expect((await failureOf(ask())).code).toBe('PANEL_OFF')
  })

  it('[EGG5] stops counting for its category when it is switched off', async () => {
    const { id } = await create('categories', anEggCategory())
    await create('eggs', anEgg({ categoryId: id, panelEggId: 10 }))
    await started.hosts.eggs.dispose()
    expect(await removeCategory(id)).toEqual({ id })
    const list = await started.hosts.eggs.call(eggEndpoints.list)
    expect(list).toMatchObject({ items: [{ name: 'Paper', categoryName: null }] })
  })
})
