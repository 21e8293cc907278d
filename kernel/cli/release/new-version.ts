import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that share the version of the product. */
const folders = ['', 'sdk', 'builtin']

interface Lock {
  version: string
  readonly packages: Record<string, { version?: string }>
}

const isLater = (version: string, before: string) =>
  version.localeCompare(before, 'en', { numeric: true }) > 0

/** Puts the unreleased changes under the heading of the version; operators read its upgrade notes first. */
function moveChanges(changelog: string, heading: string): string {
  const unreleased = '\n## [Unreleased]\n'
  const [, after = ''] = changelog.split(unreleased)
  const [changes = ''] = after.split('\n## ')
  if (!/^- /m.test(changes)) throw new Error('E_RELEASE: CHANGELOG.md lists nothing as unreleased')
  if (!changes.trim().startsWith('### Upgrade notes\n'))
    throw new Error(
      'E_RELEASE: begin what is unreleased in CHANGELOG.md with "### Upgrade notes": what an upgrade asks of operators, or that it asks nothing',
    )
  return changelog.replace(unreleased, `${unreleased}\n## ${heading}\n`)
}

/** Sets the version wherever it is written, and gives it what is unreleased in the changelog. Changes all files or none. */
export function setVersion({
  root,
  version,
  date,
}: {
  readonly root: string
  readonly version: string
  readonly date: string
}): void {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { version: before } = JSON.parse(read('package.json')) as { version: string }
  if (!/^\d+\.\d+\.\d+$/.test(version) || !isLater(version, before))
    throw new Error(`E_RELEASE: give a version above ${before}, such as 1.2.3`)
  const lock = JSON.parse(read('package-lock.json')) as Lock
  lock.version = version
  for (const folder of folders) {
    const locked = lock.packages[folder]
    if (locked) locked.version = version
  }
  const changed = {
    'CHANGELOG.md': moveChanges(read('CHANGELOG.md'), `[${version}] - ${date}`),
    'package-lock.json': `${JSON.stringify(lock, null, 2)}\n`,
    'README.md': read('README.md').replaceAll(`spawnpoint-${before}-`, `spawnpoint-${version}-`),
    ...Object.fromEntries(
      folders.map((folder) => {
        const path = join(folder, 'package.json')
        return [path, read(path).replace(`"version": "${before}"`, `"version": "${version}"`)]
      }),
    ),
  }
  for (const [path, text] of Object.entries(changed)) writeFileSync(join(root, path), text)
}
