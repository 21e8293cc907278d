import { resourceEndpoints, type AnyEndpoint } from '@spawnpoint/sdk/common'
import {
  fieldsOf,
  isWritable,
  RESOURCE_PAGES,
  type Resource,
  type ResourcePage,
} from '@spawnpoint/sdk/resource'
import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  startPluginServer,
  type PluginServerOptions,
  type TestPluginServer,
} from '../plugin-server/start-plugin-server.ts'
import type { TestCaller } from '../plugin-server/test-caller.ts'
import { compareTable } from './compare-table.ts'
import { sampleBody } from './sample-body.ts'

/** How a resource is tested, see {@link testResource}. @example { folder: import.meta.dirname } */
export interface TestResourceOptions extends PluginServerOptions {
  /** Values that a row needs besides the sampled ones, such as ids of other rows. */
  readonly sample?: Readonly<Record<string, unknown>>
}

type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }
interface Listed {
  readonly items: readonly Item[]
  readonly next: string | null
  readonly previous: string | null
}

/** A resource under test: its endpoints as one caller uses them. */
const callsOf = (resource: Resource, sample: Readonly<Record<string, unknown>>) => {
  const endpoints = resourceEndpoints(resource)
  // Bodies are made from the declaration, so their types are known only there.
  const call = (who: TestCaller, endpoint: unknown, input: object) =>
    who.call(endpoint as AnyEndpoint, input as never) as Promise<unknown>
  const body = (index: number) => ({ ...sampleBody(resource, index), ...sample })
  return {
    body,
    list: async (who: TestCaller, query: object = {}) =>
      (await call(who, endpoints.list, { query })) as Listed,
    get: async (who: TestCaller, id: string) =>
      ((await call(who, endpoints.get, { params: { id } })) as { item: Item }).item,
    create: async (who: TestCaller, values: object) =>
      ((await call(who, endpoints.create, { body: values })) as { item: Item }).item,
    update: async (who: TestCaller, id: string, values: object) =>
      ((await call(who, endpoints.update, { params: { id }, body: values })) as { item: Item }).item,
    remove: (who: TestCaller, id: string) => call(who, endpoints.remove, { params: { id } }),
  }
}

/** A change that every resource accepts: another value of its title. */
const changed = (resource: Resource, index: number) => ({
  [resource.title]: sampleBody(resource, index)[resource.title],
})

const at = (tree: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((node, key) => (node instanceof Object ? Reflect.get(node, key) : undefined), tree)

/** Messages that a language lacks, the shell's own field names set aside. */
function missingMessages(resource: Resource, folder: string, language: string): readonly string[] {
  const file = join(folder, 'locales', `${language}.yml`)
  if (!existsSync(file)) return [`${language}.yml`]
  const messages = at(parse(readFileSync(file, 'utf8')), resource.plugin)
  const known = new Set(['name', 'description', 'enabled', 'email'])
  const fields = fieldsOf(resource, ({ hidden }) => !hidden).flatMap(([name]) =>
    known.has(name) ? [] : [name],
  )
  const wanted = ['title', 'create', 'edit', 'delete', ...fields.map((name) => `fields.${name}`)]
  return wanted.filter((key) => {
    const own =
      at(messages, `${resource.messages}${key}`) ??
      at(messages, `${resource.messages}${key.replace('fields.', 'labels.')}`)
    return typeof own !== 'string'
  })
}

/** A resource under test, on a server that runs once its tests do. */
interface Subject {
  readonly resource: Resource
  readonly folder: string
  readonly calls: ReturnType<typeof callsOf>
  server(): TestPluginServer
  /** Holds every permission of the resource. */
  staff(): TestCaller
}

const permissionsOf = ({ permissions }: Resource) => RESOURCE_PAGES.map((page) => permissions[page])

/** Table and messages are as declared. */
function testDeclaration({ resource, folder, server }: Subject): void {
  it('has the table that its fields describe', async () => {
    const query = (text: string, values: readonly unknown[]) => server().rows(text, values)
    expect(await compareTable(resourceTable(resource), query)).toEqual([])
  })

  it('has its messages in every language', () => {
    const { locales } = server().built.manifest
    const missing = locales.map((language) => [language, missingMessages(resource, folder, language)])
    expect(missing).toEqual(locales.map((language) => [language, []]))
  })
}

/** Each call needs its permission, and no other. */
function testRights({ resource, calls, server, staff }: Subject): void {
  it('opens each call to exactly its permission', async () => {
    const row = await calls.create(staff(), calls.body(90))
    const attempts: Readonly<Record<ResourcePage, (who: TestCaller) => Promise<unknown>>> = {
      list: (who) => calls.list(who),
      create: (who) => calls.create(who, calls.body(91)),
      edit: (who) => calls.update(who, row.id, { ...changed(resource, 92), version: 1 }),
      delete: (who) => calls.remove(who, row.id),
    }
    const others = (page: ResourcePage) =>
      permissionsOf(resource).filter((each) => each !== resource.permissions[page])
    for (const page of RESOURCE_PAGES) {
      const attempt = attempts[page]
      await expect(attempt(server().anonymous())).rejects.toMatchObject({ status: 401 })
      const stranger = await server().signIn({ permissions: others(page) })
      await expect(attempt(stranger)).rejects.toMatchObject({ status: 403 })
      const holder = await server().signIn({ permissions: [resource.permissions[page]] })
      // The pages that edit and delete a row read it first.
      if (page === 'edit' || page === 'delete') await calls.get(holder, row.id)
      await attempt(holder)
    }
  })
}

/** Rows are written with an audit entry, and never over a newer version. */
function testWrites({ resource, calls, server, staff }: Subject): void {
  it('creates, reads, changes and deletes a row, each with an audit entry', async () => {
    const body = calls.body(1)
    const made = await calls.create(staff(), body)
    expect(await calls.get(staff(), made.id)).toMatchObject({ ...body, id: made.id, version: 1 })
    const change = changed(resource, 2)
    expect(await calls.update(staff(), made.id, { ...change, version: 1 })).toMatchObject({
      ...change,
      version: 2,
    })
    await calls.remove(staff(), made.id)
    await expect(calls.get(staff(), made.id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const prefix = resource.plugin === resource.id ? `${resource.id}:` : `${resource.plugin}:${resource.id}_`
    const log = await server().rows(
      'select action, actor, before, after from kernel.audit where target = $1 order by at, id',
      [made.id],
    )
    expect(log.map(({ action }) => action)).toEqual(
      ['created', 'updated', 'deleted'].map((fact) => prefix + fact),
    )
    expect(log[1]).toMatchObject({
      actor: staff().id,
      before: { version: 1 },
      after: { ...change, version: 2 },
    })
  })

  it('refuses a stale edit and keeps what was saved first', async () => {
    const made = await calls.create(staff(), calls.body(3))
    await calls.update(staff(), made.id, { ...changed(resource, 4), version: 1 })
    const late = calls.update(staff(), made.id, { ...changed(resource, 5), version: 1 })
    await expect(late).rejects.toMatchObject({ status: 409, code: 'STALE_EDIT' })
    expect(await calls.get(staff(), made.id)).toMatchObject(changed(resource, 4))
  })
}

/** Wrong values are refused at their fields. */
function testRefusals({ resource, calls, staff }: Subject): void {
  it('refuses unknown keys, fields of the server and missing values', async () => {
    const body = calls.body(6)
    const readOnly = fieldsOf(resource, (spec) => !isWritable(spec)).map(([name]) => ({
      ...body,
      [name]: 'x',
    }))
    const required = fieldsOf(resource, (spec) => isWritable(spec) && !spec.optional).map(([name]) => ({
      ...body,
      [name]: undefined,
    }))
    for (const wrong of [
      { ...body, id: crypto.randomUUID() },
      { ...body, no_such_field: 1 },
      ...readOnly,
      ...required,
    ])
      await expect(calls.create(staff(), wrong)).rejects.toMatchObject({ status: 400, code: 'VALIDATION' })
  })

  it('names the field of a duplicate', async () => {
    for (const [name] of fieldsOf(resource, ({ unique }) => unique !== undefined)) {
      const first = await calls.create(staff(), calls.body(7))
      const second = calls.create(staff(), { ...calls.body(8), [name]: first[name] })
      await expect(second).rejects.toMatchObject({ code: 'DUPLICATE', fields: { [name]: 'DUPLICATE' } })
      await calls.remove(staff(), first.id)
    }
  })
}

/** Rows are paged, searched, filtered and exported. */
function testLists({ resource, calls, staff }: Subject): void {
  it('pages through every row by key, forward and back, in each order it offers', async () => {
    for (let index = 10; index < 17; index++) await calls.create(staff(), calls.body(index))
    const sortable = fieldsOf(resource, ({ column }) => column?.sort === true).map(([name]) => name)
    for (const sort of [...resource.dates, ...sortable]) {
      const pages: Listed[] = []
      for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.next ?? null)
        pages.push(await calls.list(staff(), { sort, limit: 3, ...(cursor === undefined ? {} : { cursor }) }))
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
      expect(ids.length, sort).toBeGreaterThanOrEqual(7)
      expect(new Set(ids).size, sort).toBe(ids.length)
      const back = await calls.list(staff(), { sort, limit: 3, cursor: pages.at(-1)?.previous })
      expect(back.items, sort).toEqual(pages.at(-2)?.items)
    }
  })

  it('finds rows by search and filter, and exports what they leave', async () => {
    const row = await calls.create(staff(), calls.body(20))
    const [searched] = fieldsOf(resource, ({ column }) => column?.search === true)
    const [filtered] = fieldsOf(resource, ({ column }) => column?.filter === true)
    const query = {
      ...(searched && { search: String(row[searched[0]]) }),
      ...(filtered && { filter: `${filtered[0]}:${String(row[filtered[0]])}` }),
    }
    expect((await calls.list(staff(), query)).items.map(({ id }) => id)).toContain(row.id)
    if (filtered?.[1].kind === 'boolean') {
      const opposite = { ...query, filter: `${filtered[0]}:${String(row[filtered[0]] !== true)}` }
      expect((await calls.list(staff(), opposite)).items.map(({ id }) => id)).not.toContain(row.id)
    }
    // An added plugin's endpoints answer JSON only.
    if (resource.plugin !== resource.id) return
    const file = await staff().send('GET', `${resource.api}/export.csv?${new URLSearchParams(query)}`)
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(String(file.body['text'])).toContain(row.id)
  })
}

/**
 * Proves what all resources share, through HTTP on the real server: table and declaration agree, each call needs exactly
 * its permission, rows are created, read, listed, changed, exported and deleted, stale edits and wrong values are
 * refused, every write is in the audit log, every language has its messages.
 *
 * @example testResource(departments, { folder: import.meta.dirname })
 */
export function testResource(resource: Resource, options: TestResourceOptions): void {
  const { sample = {}, ...start } = options
  let server: TestPluginServer
  let staff: TestCaller
  const subject: Subject = {
    resource,
    folder: options.folder,
    calls: callsOf(resource, sample),
    server: () => server,
    staff: () => staff,
  }

  describe(`the resource ${resource.id}`, () => {
    beforeAll(async () => {
      server = await startPluginServer(start)
      staff = await server.signIn({ permissions: permissionsOf(resource) })
    }, 120_000)
    afterAll(() => server.stop())
    testDeclaration(subject)
    testRights(subject)
    testWrites(subject)
    testRefusals(subject)
    testLists(subject)
  })
}
