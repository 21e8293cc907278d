import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigurationError } from '../../server/configuration-error.ts'
import type { DatabaseHome } from './database-home.ts'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { findProcessCommand } from '../../packages/server/process-identity.ts'

const readPidFile = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return [] // the server was stopped in order
  }
}

const isOurServer = (pid: number, cluster: string): boolean => {
  const command = findProcessCommand(pid)
  return command !== null && command.includes('postgres') && command.includes(cluster)
}

const endsWithin = async (pid: number, cluster: string, ms: number): Promise<boolean> => {
  for (const end = Date.now() + ms; Date.now() < end; await wait(20)) {
    if (!isOurServer(pid, cluster)) return true
  }
  return false
}

/** Stops a server whose owner was killed, so that the new owner starts its own and can watch over it. */
export const stopOrphanedServer = async (home: DatabaseHome, log: DatabaseLog): Promise<void> => {
  const file = join(home.cluster, 'postmaster.pid')
  const [first = '', ...rest] = readPidFile(file)
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 1) return
  if (isOurServer(pid, home.cluster)) {
    log.info('Stopping the database server that an earlier process left behind.')
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      process.kill(pid, signal)
      if (await endsWithin(pid, home.cluster, 10_000)) return
    }
    throw new ConfigurationError(
      `A database server left behind by an earlier process (${pid}) does not stop: end it, then start again.`,
    )
  }
  // The number may belong to a stranger by now, which PostgreSQL would take for a live server. Our own number it
  // ignores as its parent's, and still checks the shared memory named further down.
  if (findProcessCommand(pid) !== null) writeFileSync(file, [String(process.pid), ...rest].join('\n'))
}
