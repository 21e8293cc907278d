import type { Manifest } from '@spawnpoint/sdk/common'
import semver from 'semver'
import type { NamesSince } from '../../package/build/names-since.ts'
import { problem, type Finding } from './finding.ts'
import type { PluginSource } from './plugin-sources.ts'

function versionOf(since: NamesSince, from: string, name: string): string | null {
  const found = Object.entries(since).find(([, entries]) => entries[from]?.includes(name))
  return found?.[0] ?? null
}

/** The range that an author writes in the manifest, from another version on. */
const from = (range: string, version: string) => `${/^[\^~]/.exec(range)?.[0] ?? '>='}${version}`

/** The oldest SDK that a range allows: of those that there are where it goes back before the first. */
function lowestIn(range: string, known: readonly string[]): string {
  const lowest = semver.minVersion(range)?.version ?? '0.0.0'
  const isOlderThanAll = known.every((each) => semver.lt(lowest, each))
  return (isOlderThanAll ? semver.minSatisfying(known, range) : null) ?? lowest
}

/** Names that are newer than the oldest SDK which the manifest allows: a dashboard that has that one would lack them. */
export function checkSdkVersion(
  { engines }: Manifest,
  sources: readonly PluginSource[],
  since: NamesSince,
): readonly Finding[] {
  const range = engines?.sdk ?? '*'
  if (semver.validRange(range) === null)
    return [
      problem(
        'E_SDK_VERSION',
        'engines.sdk',
        `'${range}' is no range of versions: write one such as '>=1.2.0'`,
      ),
    ]
  const lowest = lowestIn(range, Object.keys(since))
  const said = engines?.sdk === undefined ? 'without engines.sdk,' : `engines.sdk '${range}'`
  return sources.flatMap(({ path, names }) =>
    names.flatMap(({ text, from: entry, line }) => {
      const version = versionOf(since, entry, text)
      if (version === null || semver.lte(version, lowest)) return []
      const advice = `'${text}' of ${entry} came with sdk ${version}; ${said} allows ${lowest}: write '${from(range, version)}'`
      return [problem('E_SDK_VERSION', `${path}:${line}`, advice)]
    }),
  )
}
