import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ConfigurationError } from '../server/configuration-error.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // not there, or not ours to run
  }
}

const findOnPath = (path: string): string | null => {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, onMac].find(isExecutable) ?? null
}

const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const aptGet = (...args: string[]): boolean =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const install = (): boolean => {
  console.log('Installing Chromium (apt-get install chromium) ...')
  // Stale package lists are better than none: the install says whether they sufficed.
  aptGet('update', '-q')
  return aptGet('install', '-y', '-q', '--no-install-recommends', 'chromium')
}

/** The browser of the end-to-end tests: the one that is there, else Debian's. They are never skipped for want of it. */
export const ensureChromium = (env: NodeJS.ProcessEnv = process.env): string => {
  const given = env['CHROMIUM_PATH']
  if (given) {
    if (isExecutable(given)) return given
    throw new ConfigurationError(
      `CHROMIUM_PATH names ${given}, which is no program that can be run: correct it.`,
    )
  }
  const path = env['PATH'] ?? ''
  const found = findOnPath(path) ?? (canInstall() && install() ? findOnPath(path) : null)
  if (found !== null) return found
  throw new ConfigurationError(
    'The end-to-end tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.',
  )
}
