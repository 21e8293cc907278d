import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../kernel/server/version.ts'
import { copyContext, readStages } from '../support/product/act-out-dockerfile.ts'
import { canRunDocker, startDocker } from '../support/product/docker-engine.ts'
import { getImages } from '../support/product/stand-in-images.ts'
import { soak } from '../support/soak.ts'

/** Long form alone: images are built, which takes minutes. */
const isRun = soak(canRunDocker, false)
const DOMAIN = 'dash.localhost'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

let engine: Awaited<ReturnType<typeof startDocker>>
/** A checkout with the files that git has, in which an operator types. */
let checkout = ''
let backup = ''
const ran = new Set<string>()

/** Runs lines as they are told, in one shell; a file stands where they say `<file>`. */
function run(...lines: readonly string[]) {
  for (const line of lines) ran.add(line)
  const script = ['set -e', ...lines].join('\n').replaceAll('<file>', backup)
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: checkout,
    env: engine.env,
    encoding: 'utf8',
    maxBuffer: 100 * 1024 ** 2,
  })
  return { status, said: `${stdout}${stderr}` }
}

const compose = 'docker compose --file .docker/compose.yml'
const inProduct = (words: string) =>
  run(`${compose} exec --no-TTY product /opt/spawnpoint/bin/spawnpoint ${words}`)

/** Asks as a browser does, at the address of the product. Caddy signs the certificate of this domain itself. */
async function visit(path: string) {
  const call = request({
    host: engine.address,
    servername: DOMAIN,
    path,
    headers: { host: DOMAIN, accept: 'text/html' },
    rejectUnauthorized: false,
  })
  call.end()
  const [answer] = await once(call, 'response')
  return { status: answer.statusCode as number, body: await text(answer) }
}
const isReady = () =>
  visit('/api/health/ready').then(
    ({ status }) => status === 200,
    () => false,
  )

/** Every line for Docker that the README and the files themselves tell. */
function linesTold(): readonly string[] {
  const files = ['README.md', '.docker/compose.yml', '.docker/Dockerfile']
  return [
    ...new Set(
      files.flatMap((path) =>
        [...read(path).matchAll(/docker (?:compose --|build )[^`\n]+/g)].map(([line]) => line.trim()),
      ),
    ),
  ]
}

describe.skipIf(!isRun)(
  'the lines for Docker (long form alone; skipped where Docker or debootstrap is missing, and but as root)',
  () => {
    beforeAll(async () => {
      engine = await startDocker()
      checkout = join(engine.folder, 'checkout')
      copyContext(ROOT, checkout, join(ROOT, '.docker/Dockerfile.dockerignore'))
      const repository = run(
        'git init --quiet',
        'git -c user.name=test -c user.email=test@example.com commit --quiet --allow-empty --message test',
      )
      expect(repository.status, repository.said).toBe(0)
      const { services } = parse(read('.docker/compose.yml')) as {
        services: Record<string, { image?: string }>
      }
      const named = [
        ...readStages(join(ROOT, '.docker/Dockerfile')).map(({ image }) => image),
        ...Object.values(services).flatMap(({ image }) => image ?? []),
      ]
      getImages([...new Set(named)], engine)
    }, 900_000)
    afterAll(async () => {
      if (checkout) run('docker compose --file .docker/compose.yml down --volumes')
      await engine?.stop()
    }, 120_000)

    it('[OPS22] bring up an image of this commit behind Caddy', async () => {
      const up = run(
        'cp .docker/example.env .docker/.env',
        `sed -i 's/^DOMAIN=.*/DOMAIN=${DOMAIN}/' .docker/.env`,
        'for name in POSTGRES_PASSWORD DATABASE_PASSWORD SECRET_KEY BACKUP_KEY; do sed -i "s/^$name=$/&$(openssl rand -hex 32)/" .docker/.env; done',
        'export COMMIT=$(git rev-parse HEAD)',
        'docker compose --file .docker/compose.yml up --detach --build',
      )
      expect(up.status, up.said).toBe(0)
      // A warning of `useradd`.
      expect(up.said).not.toContain('SYS_UID_MAX')
      await expect.poll(isReady, { timeout: 180_000, interval: 500 }).toBe(true)
      const page = await visit('/auth/login')
      expect([page.status, page.body]).toEqual([200, expect.stringContaining('<title>') as string])
      const facts = run(`${compose} exec --no-TTY product cat /opt/spawnpoint/release.json`)
      expect(JSON.parse(facts.said)).toMatchObject({ commit: run('git rev-parse HEAD').said.trim() })
      const state = () => run(`${compose} ps --format '{{.Service}} {{.Health}}'`).said
      await expect.poll(state, { timeout: 60_000, interval: 500 }).toContain('product healthy')
    }, 900_000)

    it('[OPS22] run commands beside the product, and show the link for the first administrator', () => {
      const listed = run(
        'docker compose --file .docker/compose.yml exec product /opt/spawnpoint/bin/spawnpoint admin list-plugins',
      )
      expect(listed.status, listed.said).toBe(0)
      expect(listed.said).toMatch(/^gifts +\S+ +active/m)
      const { said } = run('docker compose --file .docker/compose.yml logs product')
      expect(said).toContain(`https://${DOMAIN}/auth/register#setup=`)
    }, 120_000)

    it('[OPS22] go back to a backup, and up again', async () => {
      const made = inProduct('backup create')
      expect(made.status, made.said).toBe(0)
      backup = /^\/var\/lib\/spawnpoint\/backups\/\S+$/m.exec(made.said)?.[0] ?? made.said
      expect(inProduct('admin create-admin late late@example.com')).toMatchObject({ status: 0 })
      expect(inProduct('admin reset-password late')).toMatchObject({ status: 0 })
      expect(run('docker compose --file .docker/compose.yml stop product')).toMatchObject({ status: 0 })
      const restored = run('docker compose --file .docker/compose.yml run --rm product backup restore <file>')
      expect(restored.status, restored.said).toBe(0)
      const up = run(
        'export COMMIT=$(git rev-parse HEAD)',
        'docker compose --file .docker/compose.yml up --detach --build',
      )
      expect(up.status, up.said).toBe(0)
      await expect.poll(isReady, { timeout: 180_000, interval: 500 }).toBe(true)
      const gone = inProduct('admin reset-password late')
      expect([gone.status, gone.said]).toEqual([
        1,
        expect.stringContaining('There is no user late.') as string,
      ])
    }, 600_000)

    it('[OPS22] build the image without compose', () => {
      const line = read('.docker/Dockerfile').match(/docker build .+/)?.[0] ?? ''
      const built = run(line)
      expect(built.status, built.said).toBe(0)
    }, 900_000)

    it('[OPS22] are all of those that are told', () => {
      expect(linesTold().filter((line) => !ran.has(line))).toEqual([])
    })
  },
)
