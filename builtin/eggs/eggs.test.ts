import { eggCategories, EggCategories } from '@spawnpoint/contracts/egg-categories'
import { eggs as eggResource } from '@spawnpoint/contracts/eggs'
import { resourceEndpoints, type ServicesOf } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database/test-database.ts'
import { createCapturedHost, failureOf } from '../../tests/support/plugins/captured-host.ts'
import { choicesOf, createCatalogueDeps, panelFailures } from '../../tests/support/plugins/catalogue-deps.ts'
import { anEggCategory, eggCategoryMigrations, startEggCategories } from '../egg-categories/testing.ts'
import server from './server/index.ts'
import { anEgg } from './testing.ts'

const endpoints = resourceEndpoints(eggResource)
const categoryEndpoints = resourceEndpoints(eggCategories)
const database = testDatabase({
  migrationSets: [
    eggCategoryMigrations,
    { id: 'eggs', folder: join(import.meta.dirname, 'server/migrations') },
  ],
})
const host = createCapturedHost('eggs')
let given: ReturnType<typeof createCatalogueDeps>
let categories: Awaited<ReturnType<typeof startEggCategories>>
let service: ServicesOf<{ it: typeof eggResource.service }>['it']
type Item = { id: string; version: number; [key: string]: unknown }

beforeAll(async () => {
  given = createCatalogueDeps(database.pool)
  categories = await startEggCategories(given.deps)
  const started = await host.setUp(server, [...given.deps, [EggCategories, categories.service]])
  service = started(eggResource.service)
})
beforeEach(async () => {
  await database.pool.query('truncate egg_categories.egg_category, eggs.egg')
  Object.assign(given.panel, { connected: true, answers: 'well' })
})

const create = async (body: object) => (await host.call(endpoints.create, { body })).item as Item
const update = (id: string, body: object) => host.call(endpoints.update, { params: { id }, body })
const createCategory = async (body: object) =>
  (await categories.call(categoryEndpoints.create, { body })).item as Item
const removeCategory = (id: string) => categories.call(categoryEndpoints.remove, { params: { id } })

it('[EGG1] stands in a category that exists, and shows its name', async () => {
  const unknown = await failureOf(create(anEgg({ categoryId: crypto.randomUUID(), panelEggId: 10 })))
  expect(unknown.fields).toEqual({ categoryId: 'EGGS_NO_CATEGORY' })
  const category = await createCategory(anEggCategory({ name: 'Voice' }))
  expect(await create(anEgg({ categoryId: category.id, panelEggId: 10 }))).toMatchObject({
    categoryName: 'Voice',
  })
})

it('[EGG2] is an egg of its category’s nest, also after an edit of either', async () => {
  const one = await createCategory(anEggCategory())
  const two = await createCategory(anEggCategory({ panelNestId: 2 }))
  expect((await failureOf(create(anEgg({ categoryId: one.id, panelEggId: 20 })))).fields).toEqual({
    panelEggId: 'EGGS_UNKNOWN_PANEL_ID',
  })
  const { id } = await create(anEgg({ categoryId: one.id, panelEggId: 10 }))
  expect((await failureOf(update(id, { categoryId: two.id, version: 1 }))).code).toBe('EGGS_UNKNOWN_PANEL_ID')
  expect(await update(id, { categoryId: two.id, panelEggId: 21, version: 1 })).toMatchObject({
    item: { version: 2 },
  })
  expect(await service.find(id)).toMatchObject({ categoryId: two.id, panelEggId: 21 })
})

it('[EGG3] never outlives its category, however close deletion and creation come', async () => {
  const { id } = await createCategory(anEggCategory())
  const outcomes = await Promise.allSettled([
    create(anEgg({ categoryId: id, panelEggId: 10 })),
    removeCategory(id),
    create(anEgg({ categoryId: id, panelEggId: 11 })),
  ])
  const category = await categories.service.find(id)
  const eggs = await service.list()
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(eggs.length > 0).toBe(category !== null)
})

it('[EGG3] waits for a deletion of the category that is under way, and is refused after it', async () => {
  const { id } = await createCategory(anEggCategory())
  const deletion = await database.pool.connect()
  await deletion.query('begin')
  await deletion.query('delete from egg_categories.egg_category where id = $1', [id])
  let isOver = false
  const creation = failureOf(create(anEgg({ categoryId: id, panelEggId: 10 }))).finally(() => (isOver = true))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => isOver || ((await database.pool.query(waiting)).rowCount ?? 0) > 0, { interval: 20 })
    .toBe(true)
  await deletion.query('commit')
  deletion.release()
  expect((await creation).fields).toEqual({ categoryId: 'EGGS_NO_CATEGORY' })
  expect(await service.list()).toEqual([])
})

it('[EGG4] offers the categories, and the panel’s eggs of the chosen one', async () => {
  const category = await createCategory(anEggCategory({ name: 'Voice', panelNestId: 2 }))
  expect(await host.call(choicesOf(endpoints, 'categoryId'))).toEqual({
    choices: [{ value: category.id, label: 'Voice' }],
  })
  const ask = () => host.call(choicesOf(endpoints, 'panelEggId'), { query: { category: category.id } })
  expect(await ask()).toMatchObject({ choices: [{ value: 20 }, { value: 21 }] })
  for (const [reason, code] of panelFailures) {
    given.panel.answers = reason
    expect((await failureOf(ask())).code).toBe(code)
  }
  given.panel.connected = false
  expect((await failureOf(ask())).code).toBe('PANEL_OFF')
})

it('[EGC3, EGG5] counts for its category, which stays, until it is deleted', async () => {
  const { id } = await createCategory(anEggCategory())
  const item = await create(anEgg({ categoryId: id, panelEggId: 10 }))
  expect((await failureOf(removeCategory(id))).details).toEqual({ eggs: 1 })
  await host.call(endpoints.remove, { params: { id: item.id } })
  expect(await removeCategory(id)).toEqual({ id })
})

it('[EGG5] stops counting for its category when it is switched off', async () => {
  const { id } = await createCategory(anEggCategory())
  await create(anEgg({ categoryId: id, panelEggId: 10 }))
  await host.dispose()
  expect(await removeCategory(id)).toEqual({ id })
  const list = await host.call(endpoints.list)
  expect(list).toMatchObject({ items: [{ name: 'Paper', categoryName: null }] })
})
