import type { Db, Queries } from '@spawnpoint/sdk/server'

type Task = () => void | Promise<void>

const due = new WeakMap<Queries, Task[]>()

/** Lets work wait for the commit of the transaction it belongs to; whoever awaits the transaction awaits it too. */
export function withAfterCommit(orm: Db): Db {
  const begin = orm.transaction.bind(orm)
  const transaction: Db['transaction'] = async (work, config) => {
    const tasks: Task[] = []
    const result = await begin((tx) => {
      due.set(tx, tasks)
      return work(tx)
    }, config)
    for (const task of tasks) await task()
    return result
  }
  return Object.assign(orm, { transaction })
}

/** Runs after the commit, never after a rollback. False inside a savepoint or a foreign transaction: it is not run. */
export function afterCommit(tx: Queries, task: Task): boolean {
  const tasks = due.get(tx)
  tasks?.push(task)
  return tasks !== undefined
}
