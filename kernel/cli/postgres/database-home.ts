import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { makeFolders } from '../data-folder.ts'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { findErrorCode } from '../../server/database/error-code.ts'
import { canEnter, chooseServerUser, type ServerUser } from './server-user.ts'

/** Where everything of the embedded server lives. Only `cluster` and `socket` belong to the server's user. */
export interface DatabaseHome {
  folder: string
  cluster: string
  socket: string
  user: ServerUser
}

// 107 bytes is what a socket's address holds; `/.s.PGSQL.5432.lock` is appended to the folder.
const longestSocketFolder = 107 - '/.s.PGSQL.5432.lock'.length
const plainPath = /^[\w./-]+$/

const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12)

const makeFolder = (folder: string, mode: number): void => {
  if (existsSync(folder)) return
  makeFolders(folder, mode)
  chmodSync(folder, mode) // the umask may have taken bits away
}

const makePrivate = (folder: string, user: ServerUser): void => {
  makeFolder(folder, 0o700)
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || ![process.getuid?.(), user?.uid].includes(stat.uid)) {
    throw new ConfigurationError(
      `The folder ${folder} belongs to another user: start as that user, or give the folder to this one with chown.`,
    )
  }
  if (user !== null) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
}

const socketFolder = (folder: string): string => {
  const beside = join(folder, 'socket')
  if (Buffer.byteLength(beside) <= longestSocketFolder && plainPath.test(beside)) return beside
  const temporary = plainPath.test(tmpdir()) && tmpdir().length < 60 ? tmpdir() : '/tmp'
  return join(temporary, `spawnpoint-${process.getuid?.() ?? 0}-${hashOf(folder)}`)
}

const hasCluster = (folder: string): boolean => existsSync(join(folder, 'cluster'))

const refuseUnreachable = (folder: string): never => {
  throw new ConfigurationError(
    `The user of PostgreSQL cannot enter ${folder}, which holds the database: let it pass the folders above (chmod o+x), or move the data folder to where it can.`,
  )
}

const besideIn = (dataDir: string) => join(dataDir, 'postgres')
const elsewhereOf = (dataDir: string) => join('/var/lib/spawnpoint', hashOf(dataDir), 'postgres')

/** Whether an embedded database was ever made for this data folder. */
export const hasDatabase = (dataDir: string): boolean => {
  const absolute = resolve(dataDir)
  return hasCluster(besideIn(absolute)) || hasCluster(elsewhereOf(absolute))
}

/** Once there is a database, it is that one or none: never a new empty one because a mode has changed. */
const chooseFolder = (dataDir: string, log: DatabaseLog): string => {
  const beside = besideIn(dataDir)
  const elsewhere = elsewhereOf(dataDir)
  makeFolder(dataDir, 0o711)
  makeFolder(beside, 0o711)
  const canUse = canEnter(beside, chooseServerUser(join(beside, 'cluster')))
  if (hasCluster(beside)) return canUse ? beside : refuseUnreachable(beside)
  if (canUse && !hasCluster(elsewhere)) return beside
  makeFolder('/var/lib/spawnpoint', 0o755)
  makeFolder(dirname(elsewhere), 0o711)
  makeFolder(elsewhere, 0o711)
  log.warn(`PostgreSQL's own user cannot use ${dataDir}, so the database is kept in ${elsewhere}.`)
  return elsewhere
}

const build = (dataDir: string, log: DatabaseLog): DatabaseHome => {
  const folder = chooseFolder(dataDir, log)
  const cluster = join(folder, 'cluster')
  const user = chooseServerUser(cluster)
  const socket = socketFolder(folder)
  makePrivate(socket, user)
  if (existsSync(cluster) && user === null && statSync(cluster).uid !== process.getuid?.()) {
    throw new ConfigurationError(
      `The database in ${cluster} belongs to another user: start as that user or as root, or give the folder to this user with chown -R.`,
    )
  }
  return { folder, cluster, socket, user }
}

/** Creates the folders of the embedded server, with the owners and modes that PostgreSQL insists on. */
export const openDatabaseHome = (dataDir: string, log: DatabaseLog): DatabaseHome => {
  const absolute = resolve(dataDir)
  try {
    return build(absolute, log)
  } catch (error) {
    const code = findErrorCode(error)
    if (error instanceof ConfigurationError || code === null) throw error
    throw new ConfigurationError(
      `The data folder ${absolute} cannot be written (${code}): make it writable for this user, or choose another data folder.`,
      { cause: error },
    )
  }
}
