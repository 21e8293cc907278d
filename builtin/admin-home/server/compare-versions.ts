import type { Updates } from '@spawnpoint/contracts/admin-home'
import semver from 'semver'

type Standing = NonNullable<Updates['latest']>['is']

/** Tags are written in many ways: `v1.2.3`, `1.2`, `release-1.2.3`. */
const read = (tag: string) =>
  semver.parse(tag, { loose: true }) ?? semver.coerce(tag, { includePrerelease: true })

export function compareVersions(latest: string, current: string): Standing {
  const [theirs, ours] = [read(latest), read(current)]
  if (!theirs || !ours) return 'unknown'
  const order = semver.compare(theirs, ours)
  if (order === 0) return 'same'
  return order > 0 ? 'newer' : 'older'
}
