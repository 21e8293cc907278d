import { expect, expectTypeOf, it } from 'vitest'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import {
  boolean,
  choice,
  defineResource,
  resourceCalls,
  text,
  type Resource,
  type ResourceCalls,
} from '@spawnpoint/sdk/resource'

const notes = defineResource('acme-notes/notes', {
  nav: { order: 1 },
  icon: 'FileText',
  title: 'text',
  fields: { text: text(1, 200), kind: choice(['news', 'guide']), seen: boolean(false).optional() },
})
const calls = resourceCalls(notes)

it('replies with the types of the declared fields', () => {
  type Item = ReplyOf<typeof calls.create>['item']
  expectTypeOf<Item['text']>().toEqualTypeOf<string>()
  expectTypeOf<Item['kind']>().toEqualTypeOf<'news' | 'guide'>()
  expectTypeOf<Item['version']>().toEqualTypeOf<number>()
  expectTypeOf<Item>().not.toHaveProperty('more')
  expectTypeOf<ReplyOf<typeof calls.get>['item']>().toEqualTypeOf<Item>()
  expectTypeOf<ReplyOf<typeof calls.update>['item']>().toEqualTypeOf<Item>()
  expectTypeOf<ReplyOf<typeof calls.list>['items']>().toEqualTypeOf<readonly Item[]>()
  expectTypeOf<ReplyOf<typeof calls.list>['total']>().toEqualTypeOf<number>()
  expectTypeOf<ReplyOf<typeof calls.remove>>().toEqualTypeOf<{ readonly id: string }>()
})

it('leaves the values unknown where the fields are', () => {
  type Item = ReplyOf<ResourceCalls<Resource>['get']>['item']
  expectTypeOf<Item['id']>().toEqualTypeOf<string>()
  expectTypeOf<Item['text']>().toEqualTypeOf<unknown>()
})

it('names paths and permissions', () => {
  expect(calls.update).toMatchObject({
    method: 'PATCH',
    path: '/api/acme-notes/notes/:id',
    access: { permission: 'plugin.acme-notes.notes.edit' },
  })
})
