import { createRequire } from 'node:module'

type QueryBuilder = Pick<typeof import('drizzle-orm/pg-core'), 'pgSchema' | 'uuid'>
type Schema = ReturnType<QueryBuilder['pgSchema']>

const require = createRequire(import.meta.url)
// The package is what its name says; what is taken of it is typed above.
const load = () => require('drizzle-orm/pg-core') as QueryBuilder

/** Stands for a table until something of it is asked for. */
function whenAsked<T extends object>(make: () => T): T {
  let made: T | undefined
  const table = () => (made ??= make())
  // The target is never looked at: every trap answers for the table itself.
  return new Proxy({} as T, {
    get: (_target, key) => Reflect.get(table(), key),
    has: (_target, key) => Reflect.has(table(), key),
    ownKeys: () => Reflect.ownKeys(table()),
    getOwnPropertyDescriptor(_target, key) {
      const found = Reflect.getOwnPropertyDescriptor(table(), key)
      return found && { ...found, configurable: true }
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(table()),
  })
}

export const uuid = () => ({ primaryKey: () => null })

/** In place of the query builder where `identity` is made of it: there is no other table. */
export const pgSchema = (name: string) => ({
  table: (table: string) =>
    whenAsked(() => {
      const builder = load()
      const schema: Schema = builder.pgSchema(name)
      return schema.table(table, { id: builder.uuid().primaryKey() })
    }),
})
