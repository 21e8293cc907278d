import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer, type RunningServer } from '../../../kernel/cli/start-server.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { childEnv } from '../../support/server/child-env.ts'
import { startSmallSite } from '../../support/server/start-small-site.ts'

/** The passages of the README about another database, with its lines run as they stand there. */
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const [, passage = ''] = /^\*\*From the embedded database ([\s\S]+?)^\*\*Another address/m.exec(readme) ?? []
const [create = '', check = '', restore = '', health = ''] = [...passage.matchAll(/^npm run [^#\n]+/gm)].map(
  ([line]) => line.trim(),
)
const [list = ''] = /npm run backup -- list/.exec(passage) ?? []
const [sql = ''] = /create role spawnpoint[\s\S]+?(?= *```)/.exec(readme) ?? []
const named = 'spawnpoint-2027-01-10-0300-1f0c9a2e.spbackup'

type Env = Readonly<Record<string, string>>
const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-move-'))
chmodSync(folder, 0o711) // as root, PostgreSQL's own user has to pass
const embedded: Env = { DATA_DIR: join(folder, 'data'), APP_URL: 'https://dash.example.com' }
const configOf = (env: Env) => readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...env })

let file = ''
let before: Awaited<ReturnType<typeof readFacts>>

/** As an operator in production types it; the file of their own stands where the README has one. */
function type(line: string, env: Env) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replace(named, file)], {
    cwd: ROOT,
    env: { ...childEnv(), HOME: folder, NODE_ENV: 'production', TRUST_PROXY: '1', ...env },
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

async function readFacts({ core }: RunningServer) {
  const ask = async (text: string) => (await core.pool.query(text)).rows
  return {
    people: await ask('select id, username, email from users.account order by id'),
    passwords: await ask('select * from auth.credential order by 1'),
    balances: await ask('select id, balance from coins.account order by id'),
    sum: await ask('select sum(amount)::int, count(*)::int from coins.entry'),
    secret: core.settings
      .describe()
      .filter(({ audience, isSet }) => audience === 'secret' && isSet)
      .map(({ key }) => key),
  }
}

async function factsOf(env: Env) {
  const server = await startServer({ config: configOf(env) })
  return readFacts(server).finally(() => server.stop())
}

/** A database as the README has it made, under a name of its own; without powers as a provider gives it. */
async function makeDatabase(powers = 'createrole createdb'): Promise<Env> {
  const admin = await createTestDatabase({ migrationSets: [] })
  const { rows } = await admin.pool.query<{ name: string }>('select current_database() as name')
  const name = `moved_${rows[0]?.name}`
  const statements = sql.replaceAll('spawnpoint', name).replace('createrole createdb', powers).split('\n')
  for (const each of statements.filter((line) => line.trim() !== '')) await admin.pool.query(each)
  const url = new URL(admin.url)
  await admin.drop()
  url.username = name
  url.pathname = name
  return { ...embedded, DATABASE_URL: url.href }
}

beforeAll(async () => {
  const { server } = await startSmallSite({ config: configOf(embedded) })
  await server.core.settings.write({ smtp_pass: 'a-mail-password-of-ours' })
  before = await readFacts(server)
  await server.stop()
  const made = type(create, embedded)
  expect(made.status, made.said).toBe(0)
  file = /spawnpoint-[\w-]+\.spbackup/.exec(made.said)?.[0] ?? ''
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('[BKP13] [OPS28] moves from the embedded database to another by the lines of the README', async () => {
  const env = await makeDatabase()
  const checked = type(check, env)
  expect(checked.status, checked.said).toBe(0)
  const restored = type(restore, env)
  expect(restored.status, restored.said).toBe(0)
  expect(restored.said).toContain('The database of before is kept as')
  expect(before.secret).toContain('smtp_pass')
  expect(await factsOf(env)).toEqual(before)
  // It runs again.
  const server = await startServer({ config: configOf(env) })
  const told = type(health, env)
  await server.stop()
  expect(told.status, told.said).toBe(0)
  // The way back.
  expect(existsSync(join(folder, 'data/postgres'))).toBe(true)
  expect(await factsOf(embedded)).toEqual(before)
}, 300_000)

it('[BKP13] [OPS28] a list before the restore sets the database up, as the README warns', async () => {
  const env = await makeDatabase('')
  expect(type(list, env)).toMatchObject({ status: 0 })
  const refused = type(restore, env)
  expect([refused.status, refused.said]).toEqual([1, expect.stringContaining('is not empty') as string])
  const untouched = await makeDatabase('')
  expect(type(restore, untouched)).toMatchObject({ status: 0 })
  expect(await factsOf(untouched)).toEqual(before)
}, 300_000)
