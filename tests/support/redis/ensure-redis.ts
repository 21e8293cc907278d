import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const names = ['redis-server', 'valkey-server']

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // not there, or not ours to run
  }
}

const find = (): string | null => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null
}

// Test files run side by side and ask at the same time: one installs, the others wait and find it.
const script = `command -v redis-server || { apt-get -q update; apt-get install -y -q --no-install-recommends redis-server; }`

const install = (): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Redis (apt-get install redis-server) ...')
  spawnSync('flock', [join(tmpdir(), 'spawnpoint-redis.lock'), 'sh', '-c', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** A Redis server to test with: the one that is there, else Debian's; null, with a sentence, where neither can be had. */
export const ensureRedis = (): string | null => {
  if (find() === null) install()
  const found = find()
  if (found === null)
    console.warn(
      'The tests of REDIS_URL are left out: there is no redis-server, and it could not be installed (Debian: apt-get install redis-server).',
    )
  return found
}
