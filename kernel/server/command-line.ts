import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './version.ts'

export const isRelease = existsSync(join(ROOT, 'release.json'))

/** A command as an operator types it: a release archive has no npm. */
export function commandOf(words: string, release = isRelease): string {
  if (release) return `spawnpoint ${words}`
  const [script = '', ...given] = words.split(' ')
  const run = script === 'start' ? 'npm start' : `npm run ${script}`
  return given.length === 0 ? run : `${run} -- ${given.join(' ')}`
}

/** The program of a command, which more words follow. */
export const programOf = (command: 'admin' | 'backup' | 'upgrade-database') =>
  isRelease || command === 'upgrade-database' ? commandOf(command) : `${commandOf(command)} --`
