import { expectTypeOf, it } from 'vitest'
import type { Answer } from './answer.ts'
import type { Job } from './jobs.ts'
import { defineService, type ForPlugins, type OpenTransaction, type Queries } from '@spawnpoint/sdk/common'
import type { PluginContext, PluginServices } from './plugin-context.ts'
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

interface Notes {
  read(id: string): Promise<{ readonly text: string; readonly at: Date }>
  find(id: string, tx?: Queries): Promise<readonly string[]>
  write(tx: OpenTransaction, text: string): Promise<void>
  change(id: string, tx: Queries): Promise<void>
  each(take: (text: string) => void): Promise<void>
  stream(): Promise<ReadableStream>
  import(lines: AsyncIterable<string>): Promise<void>
  open(): Promise<{ close(): void }>
  readonly limit: number
}
type Closed = Pick<Notes, 'write' | 'each' | 'stream' | 'import' | 'open' | 'limit'>

it('[ISO1] reaches the methods of a service that take and answer plain data, in types, and no others', () => {
  const services = null as unknown as PluginServices
  const notes = () => services.find(defineService<Notes>('acme.notes'))
  expectTypeOf<keyof NonNullable<ReturnType<typeof notes>>>().toEqualTypeOf<'read' | 'find'>()
  const own = () => services.find(defineService<ForPlugins<Pick<Notes, 'read'>>>('acme.own'))
  expectTypeOf<keyof NonNullable<ReturnType<typeof own>>>().toEqualTypeOf<'read'>()
})

it('[ISO1] refuses the token of a service of which nothing can be served, in types', () => {
  const services = null as unknown as PluginServices
  // @ts-expect-error: no method of it can be served.
  const closed = () => services.find(defineService<Closed>('acme.closed'))
  expectTypeOf(closed).toBeFunction()
})
