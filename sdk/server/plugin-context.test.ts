import { expectTypeOf, it } from 'vitest'
import type { PluginContext } from './plugin-context.ts'

it('[ISO1] has a member for each capability of the manifest, in types, and no others', () => {
  type Mine = PluginContext<'server.http' | 'server.jobs' | 'server.events:users:created'>
  expectTypeOf<Mine>().toHaveProperty('http')
  expectTypeOf<Mine>().toHaveProperty('jobs')
  expectTypeOf<Mine>().toHaveProperty('events')
  expectTypeOf<Mine>().toHaveProperty('config')
  expectTypeOf<Mine>().not.toHaveProperty('db')
  expectTypeOf<Mine>().not.toHaveProperty('blobs')
  expectTypeOf<Mine>().not.toHaveProperty('fetch')
  expectTypeOf<Mine>().not.toHaveProperty('services')
  expectTypeOf<PluginContext<'http.external:api.acme.test'>>().toHaveProperty('fetch')
  expectTypeOf<PluginContext<never>>().not.toHaveProperty('http')
})
