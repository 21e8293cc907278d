import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../server/version.ts'

export const isRelease = existsSync(join(ROOT, 'release.json'))

/** The program of a command as an operator types it: a release archive has no npm. */
export const programOf = (command: 'admin' | 'backup' | 'upgrade-database') =>
  isRelease ? `spawnpoint ${command}` : `npm run ${command}${command === 'upgrade-database' ? '' : ' --'}`
