import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram } from '../find-program.ts'

/** As the image of PostgreSQL does it at its first start: a cluster, a password, the scripts that are mounted. */
const postgresEntry = `#!/bin/sh
set -eu
if [ "$(id -u)" = 0 ]; then
  install --directory --owner=postgres --group=postgres --mode=700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
export POSTGRES_USER=postgres
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username=postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --options="-c listen_addresses=''" start
  for each in /docker-entrypoint-initdb.d/*.sh; do sh "$each"; done
  pg_ctl --wait --mode=fast stop
fi
exec "$@" -c listen_addresses='*'
`

interface Recipe {
  readonly dockerfile: string
  /** Puts files into the build's folder. */
  prepare?(folder: string): void
}

const npmSays = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()

/** The Node of these tests and the npm of this machine, with the registry and the certificates that it uses. */
function prepareNode(folder: string): void {
  cpSync(process.execPath, join(folder, 'node'))
  const npm = findProgram('npm')
  if (npm === null) throw new Error('npm is not installed')
  cpSync(dirname(dirname(realpathSync(npm))), join(folder, 'npm'), { recursive: true, dereference: true })
  const authority = [npmSays('cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''].find((path) =>
    existsSync(path),
  )
  writeFileSync(join(folder, 'ca.crt'), authority ? readFileSync(authority) : '')
  const lines = [`registry=${npmSays('registry')}`, ...(authority ? ['cafile=/etc/npm/ca.crt'] : [])]
  writeFileSync(join(folder, 'npmrc'), `${lines.join('\n')}\n`)
}

/** By the names that Docker Hub has them under. */
const recipes: Readonly<Record<string, Recipe>> = {
  'node:24-bookworm': {
    dockerfile: `COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc /usr/local/etc/npmrc
COPY ca.crt /etc/npm/ca.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm`,
    prepare: prepareNode,
  },
  'postgres:17-bookworm': {
    dockerfile: `RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-15
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/data
COPY entry /usr/local/bin/docker-entrypoint.sh
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]`,
    prepare: (folder) => writeFileSync(join(folder, 'entry'), postgresEntry, { mode: 0o755 }),
  },
  'caddy:2': {
    dockerfile: `RUN apt-get update && apt-get install --yes --no-install-recommends caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]`,
  },
}

const BASE = 'debian:bookworm-slim'

/** The smallest Debian, from its packages. */
function makeBase(folder: string, env: NodeJS.ProcessEnv): void {
  const root = join(folder, 'root')
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root], {
    stdio: 'ignore',
  })
  execFileSync('sh', ['-c', 'tar --directory "$1" --create . | docker import - "$2"', 'sh', root, BASE], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(root, { recursive: true })
}

/**
 * Gets the images that files name: from Docker Hub where it can be reached, otherwise stand-ins from Debian's packages and
 * the programs of this machine.
 */
export function getImages(
  names: readonly string[],
  engine: { env: NodeJS.ProcessEnv; folder: string },
): void {
  const { env } = engine
  const docker = (...args: readonly string[]) => spawnSync('docker', args, { env, encoding: 'utf8' })
  const missing = names.filter((name) => docker('pull', '--quiet', name).status !== 0)
  if (missing.length === 0) return
  if (docker('image', 'inspect', BASE).status !== 0) makeBase(engine.folder, env)
  for (const name of missing.filter((each) => each !== BASE)) {
    const recipe = recipes[name]
    if (!recipe) throw new Error(`no stand-in for ${name}: tell here how it is made`)
    const folder = join(engine.folder, 'image')
    mkdirSync(folder)
    recipe.prepare?.(folder)
    writeFileSync(join(folder, 'Dockerfile'), `FROM ${BASE}\n${recipe.dockerfile}\n`)
    const { status, stdout, stderr } = docker('build', '--tag', name, folder)
    if (status !== 0) throw new Error(`${name}: ${stdout}${stderr}`)
    rmSync(folder, { recursive: true })
  }
}
