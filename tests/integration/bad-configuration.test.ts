import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runProduct } from '../../kernel/cli/run-product.ts'
import { ConfigurationError } from '../../kernel/server/configuration-error.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { createTestDatabase } from '../support/database/create-test-database.ts'
import { freePort, startProduct, type Product } from '../support/product/start-product.ts'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-bad-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts and waits for the end: exit code and all that the operator reads, in its order. */
async function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, 'kernel/cli/start-product.mjs')], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
  const [code] = await once(child, 'close')
  return { code, text: text.trim() }
}

/** The sentence of a start in this process, which costs a fraction of one in its own. Any other error is a failure. */
async function refusal(env: Record<string, string>, tellEveryMs?: number): Promise<string> {
  const options = tellEveryMs === undefined ? {} : { tellEveryMs }
  const refused = await runProduct({ ...process.env, NODE_ENV: 'production', ...env }, options).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(refused instanceof ConfigurationError)) throw refused ?? new Error('it started')
  return refused.message
}

const oneSentence = /^[^\n]+\.$/

it('[OPS8] a Redis that does not come is waited for, then the start ends in one sentence and exit code 1', async () => {
  const database = await createTestDatabase({ migrationSets: [] })
  const port = await freePort()
  const { code, text } = await run({
    REDIS_URL: `redis://panel:hunter2@127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key for a test, which is long enough',
    DATA_DIR: join(folder, 'redis'),
    START_WAIT: '5',
    LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
  })
  const place = `The Redis at 127.0.0.1:${port} cannot be reached because nothing listens there`
  expect(text).toContain(`"msg":"${place}. Waiting for it, 5 seconds at most."`)
  // On a busy machine the start says each ten seconds that it goes on.
  const told = text.split('\n').filter((line) => !/^(\{|Starting Spawnpoint: \d+ s \.\.\.$)/.test(line))
  expect([code, told]).toEqual([1, [`${place}: check REDIS_URL, or leave it out to do without Redis.`]])
  await database.drop()
})

it('[OPS40] a start says what it is at while it makes its database and its tables', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const env = {
    DATA_DIR: join(folder, 'slow'),
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    START_WAIT: '0',
    PORT: String(await freePort()),
  }
  await refusal(env, 1)
  const lines = said.mock.calls.map(([line]) => String(line).replace(/: [\d.]+ s \.\.\.$/, ''))
  expect([...new Set(lines)]).toEqual(['Starting the embedded database', 'Starting Spawnpoint'])
})

describe('a start is refused in one sentence', () => {
  it('for a variable that is not usable', async () => {
    expect(await refusal({ PORT: 'many' })).toBe('PORT is not usable: give a number from 0 to 65535.')
  })

  it('for a database that does not answer, without its password', async () => {
    const text = await refusal({
      DATABASE_URL: `postgres://panel:hunter2@127.0.0.1:${await freePort()}/panel`,
      DATA_DIR: join(folder, 'external'),
      START_WAIT: '0',
      PORT: String(await freePort()),
    })
    expect(text).toMatch(oneSentence)
    expect(text).not.toMatch(/hunter2/)
  })

  it('for a Redis address that is none', async () => {
    const advice = 'give a Redis address such as redis://user:password@host:6379 (rediss:// with TLS).'
    expect(await refusal({ REDIS_URL: 'localhost' })).toBe(`REDIS_URL is not usable: ${advice}`)
  })

  it('for a port that is taken, with no link to another process and nothing stored', async () => {
    const blocker = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
    const dataDir = join(folder, 'port')
    const text = await refusal({ PORT: String(port), DATA_DIR: dataDir })
    blocker.close()
    expect(text).toBe(
      `127.0.0.1:${port} is taken: stop what listens there, or choose another port with PORT, and in APP_URL where that is set.`,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  it('for an address at which the access check lets nobody in', async () => {
    const text = await refusal({ APP_URL: 'http://panel.example.com', DATA_DIR: join(folder, 'http') })
    const place = 'at http://panel.example.com the access check lets nobody in (it is http)'
    const usable = 'the https address of a domain, without a port, such as https://dash.example.com'
    expect(text).toBe(
      `APP_URL is not usable: ${place}; give ${usable}, and put a reverse proxy with TLS in front of the server.`,
    )
  })

  it.runIf(process.platform === 'linux').each(['/proc', '/proc/nope'])(
    'for %s as data folder, where folders are refused',
    async (dataDir) => {
      const text = await refusal({ DATA_DIR: dataDir, PORT: String(await freePort()) })
      expect(text).toMatch(oneSentence)
      expect(text).toContain(`The data folder ${dataDir} `)
    },
  )

  it('for a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const text = await refusal({ DATA_DIR: join(file, 'data'), PORT: String(await freePort()) })
    expect(text).toMatch(oneSentence)
    expect(text).toMatch(/data folder .* DATA_DIR/)
  })
})

describe('a product at an address of this machine that the access check refuses', () => {
  const dataDir = join(folder, 'shared')
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ dataDir, origin: (port) => `http://localhost:${port}` })
  })
  afterAll(() => product.stop())

  it('says so', () => {
    expect(product.output()).toMatch(
      /^Warning: at http:\/\/localhost:\d+ the access check lets nobody in .+ Set APP_URL to the https address/m,
    )
  })

  it('[AUT22] prints no link for the first administrator, which nobody could open, and says why', () => {
    expect(product.output()).toMatch(
      /^There is no administrator yet, and no link for the first one: nobody gets in at http:\/\/localhost:\d+ \(.+\)\. Start with the APP_URL/m,
    )
    expect(product.output()).not.toContain('#setup=')
  })

  it('[OPS10] warns of the rights of root, and nobody else', () => {
    expect(product.output().includes('Warning: the server runs as root.')).toBe(process.getuid?.() === 0)
  })

  it('goes on when a second start on its data folder is refused', async () => {
    const text = await refusal({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(text).toMatch(oneSentence)
    expect((await fetch(`${product.origin}/api/health/ready`)).status).toBe(200)
  })
})
