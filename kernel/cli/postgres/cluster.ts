import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigurationError } from '../../server/configuration-error.ts'
import type { DatabaseHome } from './database-home.ts'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { postgresEnvironment, superuser } from './postgres-server.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { programOf } from '../../server/command-line.ts'

const run = promisify(execFile)

/** Where an upgrade makes the new database. */
export const upgradeFolder = ({ folder }: DatabaseHome): string => join(folder, 'upgrade')

/** There once the new database holds everything: only the folders are left to be exchanged. */
export const verifiedFile = (home: DatabaseHome): string => join(upgradeFolder(home), 'verified')

const refuseOtherMajor = (cluster: string, major: string): void => {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === major) return
  const remedy =
    Number(found) < Number(major)
      ? `run ${programOf('upgrade-database')}, which keeps the old one beside the new`
      : 'run the version of Spawnpoint that wrote it'
  throw new ConfigurationError(
    `The database in ${cluster} was written by PostgreSQL ${found} and this version runs ${major}: ${remedy}.`,
  )
}

const refuseHalfUpgraded = (home: DatabaseHome): void => {
  if (!existsSync(verifiedFile(home))) return
  throw new ConfigurationError(
    `An upgrade of the database in ${home.folder} was interrupted at its end: run ${programOf('upgrade-database')} again.`,
  )
}

const initdb = async (binaries: PostgresBinaries, home: DatabaseHome, durable: boolean): Promise<void> => {
  const draft = join(home.folder, `initdb-${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  if (home.user !== null) chownSync(draft, home.user.uid, home.user.gid)
  const options = ['--locale=C', '--encoding=UTF8', '--auth-local=trust', '--auth-host=reject']
  const args = ['-D', draft, `--username=${superuser}`, ...options, ...(durable ? [] : ['--no-sync'])]
  try {
    await run(binaries.initdb, args, { ...home.user, cwd: '/', env: postgresEnvironment })
  } catch (cause) {
    const said = String(cause instanceof Error && 'stderr' in cause ? cause.stderr : cause).trim()
    throw new ConfigurationError(`The database could not be created in ${home.folder}: ${said}`, { cause })
  }
  renameSync(draft, home.cluster)
}

/** Creates the cluster on the first start; one that stands half-made after a kill is made anew. */
export const prepareCluster = async (
  binaries: PostgresBinaries,
  home: DatabaseHome,
  { log, durable }: { log: DatabaseLog; durable: boolean },
): Promise<void> => {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith('initdb-')) rmSync(join(home.folder, name), { recursive: true, force: true })
  }
  refuseHalfUpgraded(home)
  if (existsSync(home.cluster)) return refuseOtherMajor(home.cluster, binaries.major)
  log.info(`Creating the database in ${home.folder}.`)
  await initdb(binaries, home, durable)
}
