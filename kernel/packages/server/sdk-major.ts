import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { ROOT } from '../../server/version.ts'

const readVersion = (): string => {
  const own = join(ROOT, 'sdk/package.json')
  // In the packed SDK, which carries this server for tests, the package is its own root.
  const file = existsSync(own) ? own : join(ROOT, 'package.json')
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}

/** The version of the SDK that this product carries. */
export const SDK_VERSION: string = readVersion()

/** The major that a plugin was made for, when it is older than ours and ours is outside of its range; else null. */
export function olderMajor(range: string | undefined, ours = SDK_VERSION): string | null {
  if (range === undefined || !semver.validRange(range) || semver.satisfies(ours, range)) return null
  const lowest = semver.minVersion(range)
  return lowest && lowest.major < semver.major(ours) ? String(lowest.major) : null
}
