import { expectTypeOf, it } from 'vitest'
import type { Answer } from './answer.ts'
import type { Job } from './jobs.ts'
import type { PluginContext } from './plugin-context.ts'
import type { AddedServer } from './plugin-server.ts'
import type { Listener } from './server-host.ts'
import type { Grants } from './uses.ts'

it('[ISO1] has a member for each capability of the manifest, in types, and no others', () => {
  type Mine = PluginContext<'server.http' | 'server.jobs' | 'server.events:users:created'>
  expectTypeOf<Mine>().toHaveProperty('jobs')
  expectTypeOf<Mine>().toHaveProperty('events')
  expectTypeOf<Mine>().toHaveProperty('config')
  expectTypeOf<Mine>().not.toHaveProperty('db')
  expectTypeOf<Mine>().not.toHaveProperty('blobs')
  expectTypeOf<Mine>().not.toHaveProperty('fetch')
  expectTypeOf<Mine>().not.toHaveProperty('services')
  expectTypeOf<PluginContext<'http.external:api.acme.test'>>().toHaveProperty('fetch')
  expectTypeOf<PluginContext<never>>().not.toHaveProperty('jobs')
})

it('[ISO1] has a list for each capability of the manifest, in types, and no others', () => {
  type All = AddedServer<'server.http' | 'server.db' | 'server.jobs' | 'server.events:users:created'>
  expectTypeOf<Required<All>['endpoints']>().toEqualTypeOf<readonly Answer<Grants>[]>()
  expectTypeOf<Required<All>['jobs']>().toEqualTypeOf<readonly Job<Grants>[]>()
  expectTypeOf<Required<All>['listeners']>().toEqualTypeOf<readonly Listener<Grants>[]>()
  type None = Required<AddedServer<never>>
  expectTypeOf<None['endpoints']>().toBeNever()
  expectTypeOf<None['resources']>().toBeNever()
  expectTypeOf<None['jobs']>().toBeNever()
  expectTypeOf<None['listeners']>().toBeNever()
})
