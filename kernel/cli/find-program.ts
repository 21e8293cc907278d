import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ConfigurationError } from '../server/configuration-error.ts'

export interface WantedProgram {
  /** As a sentence calls it: `Chromium`. */
  readonly title: string
  /** Program names on the PATH, best first. */
  readonly names: readonly string[]
  /** Where it may be beside the path. */
  readonly files: readonly string[]
  /** Debian's package of it. */
  readonly package: string
  /** The variable that names another one. */
  readonly variable: string
  /** Name of the caller for the error text, such as `The end-to-end tests`. */
  readonly wantedBy: string
}

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // not there, or not ours to run
  }
}

const findOnPath = ({ names, files }: WantedProgram, path: string): string | null => {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...files].find(isExecutable) ?? null
}

const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const aptGet = (...args: string[]): boolean =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const install = (wanted: WantedProgram): boolean => {
  console.log(`Installing ${wanted.title} (apt-get install ${wanted.package}) ...`)
  // Stale package lists are better than none: the install says whether they sufficed.
  aptGet('update', '-q')
  return aptGet('install', '-y', '-q', '--no-install-recommends', wanted.package)
}

/** The program that is named, else the one that is there, else Debian's. Throws one clear sentence for want of it. */
export const findProgram = (wanted: WantedProgram, env: NodeJS.ProcessEnv): string => {
  const { title, variable } = wanted
  const given = env[variable]
  if (given) {
    if (isExecutable(given)) return given
    throw new ConfigurationError(
      `${variable} names ${given}, which is no program that can be run: correct it.`,
    )
  }
  const path = env['PATH'] ?? ''
  const found =
    findOnPath(wanted, path) ?? (canInstall() && install(wanted) ? findOnPath(wanted, path) : null)
  if (found !== null) return found
  throw new ConfigurationError(
    `${wanted.wantedBy} need ${title}: install it (Debian: apt-get install ${wanted.package}), or set ${variable}.`,
  )
}
