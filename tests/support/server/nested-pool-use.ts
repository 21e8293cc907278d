import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestServer } from './start-test-server.ts'

/**
 * Watches for work inside a transaction that takes a second connection: with as many such transactions as the pool has
 * connections, each waits for the others. Answers where it was seen.
 */
export function watchNestedPoolUse({ server }: Pick<TestServer, 'server'>): readonly string[] {
  const { orm, pool } = server.core
  const seen: string[] = []
  const inside = new AsyncLocalStorage<boolean>()
  const { transaction } = orm
  const { connect, query } = pool
  const note = () => {
    if (!inside.getStore()) return
    const frames = new Error('seen').stack?.split('\n') ?? []
    seen.push(frames.filter((line) => /builtin|kernel/.test(line)).join('\n'))
  }
  Object.assign(orm, {
    transaction: (work: Parameters<typeof transaction>[0], config: Parameters<typeof transaction>[1]) =>
      transaction((tx) => inside.run(true, () => work(tx)), config),
  })
  Object.assign(pool, {
    connect: (...given: unknown[]) => {
      note()
      return Reflect.apply(connect, pool, given)
    },
    // `query` of a pool connects by itself: told once.
    query: (...given: unknown[]) => {
      note()
      return inside.run(false, () => Reflect.apply(query, pool, given))
    },
  })
  return seen
}
