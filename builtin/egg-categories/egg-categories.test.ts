import { eggCategories } from '@spawnpoint/contracts/egg-categories'
import { resourceEndpoints } from '@spawnpoint/sdk/common'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database/test-database.ts'
import { failureOf } from '../../tests/support/plugins/captured-host.ts'
import { choicesOf, createCatalogueDeps, panelFailures } from '../../tests/support/plugins/catalogue-deps.ts'
import { anEggCategory, eggCategoryMigrations, startEggCategories } from './testing.ts'

const endpoints = resourceEndpoints(eggCategories)
const database = testDatabase({ migrationSets: [eggCategoryMigrations] })
let given: ReturnType<typeof createCatalogueDeps>
let started: Awaited<ReturnType<typeof startEggCategories>>
type Item = { id: string; version: number; [key: string]: unknown }

beforeAll(async () => {
  given = createCatalogueDeps(database.pool)
  started = await startEggCategories(given.deps)
})
beforeEach(async () => {
  await database.pool.query('truncate egg_categories.egg_category')
  Object.assign(given.panel, { connected: true, answers: 'well' })
})

const create = async (body: object) => (await started.call(endpoints.create, { body })).item as Item
const remove = (id: string) => started.call(endpoints.remove, { params: { id } })

it('[EGC1, EGC2] takes each nest of the panel once, and none that it does not have', async () => {
  await create(anEggCategory())
  expect((await failureOf(create(anEggCategory()))).fields).toEqual({
    panelNestId: 'DUPLICATE',
  })
  const unknown = await failureOf(create(anEggCategory({ panelNestId: 7 })))
  expect(unknown.fields).toEqual({ panelNestId: 'EGG_CATEGORIES_UNKNOWN_PANEL_ID' })
})

it('[EGC3] keeps a category that something uses, and its nest', async () => {
  const { id } = await create(anEggCategory())
  const undo = started.service.onDelete(async () => ({ eggs: 1 }))
  const moved = started.call(endpoints.update, { params: { id }, body: { panelNestId: 2, version: 1 } })
  expect((await failureOf(moved)).details).toEqual({ eggs: 1 })
  expect((await failureOf(remove(id))).details).toEqual({ eggs: 1 })
  undo()
  expect(await remove(id)).toEqual({ id })
})

it('[EGC4] lists the nests of the panel for the form, and its categories to other plugins', async () => {
  await create(anEggCategory({ name: 'B', panelNestId: 2, enabled: false }))
  await create(anEggCategory({ name: 'A' }))
  expect((await started.service.list()).map(({ name, enabled }) => [name, enabled])).toEqual([
    ['A', true],
    ['B', false],
  ])
  expect(await started.call(choicesOf(endpoints, 'panelNestId'))).toMatchObject({
    choices: [{ value: 1 }, { value: 2 }],
  })
  const failure = async () => (await failureOf(started.call(choicesOf(endpoints, 'panelNestId')))).code
  for (const [reason, code] of panelFailures) {
    given.panel.answers = reason
    expect(await failure()).toBe(code)
  }
  given.panel.connected = false
  expect(await failure()).toBe('PANEL_OFF')
})
