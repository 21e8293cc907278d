import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { freePort, startProduct } from '../support/product/start-product.ts'

const ENDS_WITHIN_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-bad-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts and waits for the end: exit code and all that the operator reads, in its order. */
const run = (env: Record<string, string>) =>
  new Promise<{ code: number | null; text: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'kernel/cli/start-product.mjs')], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stuck = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`it did not end:\n${text}`))
    }, ENDS_WITHIN_MS)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
    child.on('close', (code) => {
      clearTimeout(stuck)
      resolve({ code, text: text.trim() })
    })
  })

const oneSentence = /^[^\n]+\.$/

describe('a bad configuration ends in one sentence and exit code 1', () => {
  it('for a variable that is not usable', async () => {
    const { code, text } = await run({ PORT: 'many' })
    expect([code, text]).toEqual([1, 'PORT is not usable: give a number from 0 to 65535.'])
  })

  it('for a database that does not answer, without its password', async () => {
    const { code, text } = await run({
      DATABASE_URL: `postgres://panel:hunter2@127.0.0.1:${await freePort()}/panel`,
      DATA_DIR: join(folder, 'external'),
      START_WAIT: '0',
      PORT: String(await freePort()),
    })
    expect(code).toBe(1)
    expect(text).toMatch(oneSentence)
    expect(text).not.toMatch(/hunter2/)
  })

  it('for a Redis address that is none', async () => {
    const { code, text } = await run({ REDIS_URL: 'localhost' })
    const advice = 'give a Redis address such as redis://user:password@host:6379 (rediss:// with TLS).'
    expect([code, text]).toEqual([1, `REDIS_URL is not usable: ${advice}`])
  })

  it('for a Redis that does not answer, without its password', async () => {
    const port = await freePort()
    const { code, text } = await run({
      REDIS_URL: `redis://panel:hunter2@127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'redis'),
      START_WAIT: '0',
      PORT: String(await freePort()),
    })
    const place = `The Redis at 127.0.0.1:${port} cannot be reached because nothing listens there`
    expect([code, text]).toEqual([1, `${place}: check REDIS_URL, or leave it out to do without Redis.`])
  })

  it('for a port that is taken, with no link to another process and nothing stored', async () => {
    const blocker = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
    const dataDir = join(folder, 'port')
    const { code, text } = await run({ PORT: String(port), DATA_DIR: dataDir })
    blocker.close()
    expect([code, text]).toEqual([
      1,
      `127.0.0.1:${port} is taken: stop what listens there, or choose another port with PORT.`,
    ])
    expect(existsSync(dataDir)).toBe(false)
  })

  it('for an address at which the access check lets nobody in', async () => {
    const { code, text } = await run({ APP_URL: 'http://panel.example.com', DATA_DIR: join(folder, 'http') })
    const place = 'at http://panel.example.com the access check lets nobody in (it is http)'
    const usable = 'the https address of a domain, without a port, such as https://dash.example.com'
    expect([code, text]).toEqual([
      1,
      `APP_URL is not usable: ${place}; give ${usable}, and put a reverse proxy with TLS in front of the server.`,
    ])
  })

  it.runIf(process.platform === 'linux').each(['/proc', '/proc/nope'])(
    'for %s as data folder, where folders are refused',
    async (dataDir) => {
      const { code, text } = await run({ DATA_DIR: dataDir, PORT: String(await freePort()) })
      expect(code).toBe(1)
      expect(text).toMatch(oneSentence)
      expect(text).toContain(`The data folder ${dataDir} `)
    },
  )

  it('for a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const { code, text } = await run({ DATA_DIR: join(file, 'data'), PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(text).toMatch(oneSentence)
    expect(text).toMatch(/data folder .* DATA_DIR/)
  })

  it('for a second process on the same data folder, and the first goes on', async () => {
    const dataDir = join(folder, 'shared')
    const first = await startProduct({ dataDir })
    const { code, text } = await run({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(text).toMatch(oneSentence)
    expect((await fetch(`http://127.0.0.1:${first.port}/api/health/ready`)).status).toBe(200)
    await first.stop()
  })
})

it('at an address of this machine that the access check refuses, a start says so', async () => {
  const product = await startProduct({ origin: (port) => `http://localhost:${port}` })
  await product.stop()
  expect(product.output()).toMatch(
    /^Warning: at http:\/\/localhost:\d+ the access check lets nobody in .+ Set APP_URL to the https address/m,
  )
})

it('[OPS10] warns of the rights of root, and nobody else', async () => {
  const product = await startProduct({})
  await product.stop()
  expect(product.output().includes('Warning: the server runs as root.')).toBe(process.getuid?.() === 0)
})
