import type { Db, Queries } from '@spawnpoint/sdk/server'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

type Task = () => void | Promise<void>
type Begin = Db['transaction']

const due = new WeakMap<Queries, Task[]>()

/**
 * Drizzle gives back no connection whose BEGIN failed, so each crash of the database would cost the pool some for good;
 * and it throws what ROLLBACK said in place of what made it roll back.
 */
const beginOn =
  (pool: pg.Pool): Begin =>
  async (work, config) => {
    const client = await pool.connect()
    const failures: unknown[] = []
    try {
      return await drizzle(client).transaction(async (tx) => {
        try {
          return await work(tx)
        } catch (error) {
          failures.push(error)
          throw error
        }
      }, config)
    } catch (error) {
      throw failures.length > 0 ? failures[0] : error
    } finally {
      client.release()
    }
  }

/** The product's queries on a pool. Work can wait for the commit of its transaction; who awaits that awaits it too. */
export function openOrm(pool: pg.Pool): Db {
  const begin = beginOn(pool)
  const transaction: Begin = async (work, config) => {
    const tasks: Task[] = []
    const result = await begin((tx) => {
      due.set(tx, tasks)
      return work(tx)
    }, config)
    for (const task of tasks) await task()
    return result
  }
  return Object.assign(drizzle(pool), { transaction })
}

/** Runs after the commit, never after a rollback. False inside a savepoint or a foreign transaction: it is not run. */
export function afterCommit(tx: Queries, task: Task): boolean {
  const tasks = due.get(tx)
  tasks?.push(task)
  return tasks !== undefined
}
