import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, Agent, request as httpRequest } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { productMigrations } from '../../support/database/product-migrations.ts'
import { freePort } from '../../support/product/start-product.ts'
import { spawnServer } from '../../support/server/spawn-server.ts'
import { startTestServer } from '../../support/server/start-test-server.ts'

it('[OPS8] a start waits for a database that is not there yet, once told', async () => {
  const database = await createTestDatabase({ migrationSets: await productMigrations() })
  onTestFinished(() => database.drop())
  const real = new URL(database.url)
  const folder = real.searchParams.get('host')
  const port = await freePort()
  const address = new URL(database.url)
  address.searchParams.delete('host')
  address.host = `127.0.0.1:${port}`
  const front = createTcpServer((socket) => {
    const back = folder
      ? connect(`${folder}/.s.PGSQL.${real.port || 5432}`)
      : connect(Number(real.port || 5432), real.hostname)
    for (const side of [socket, back]) side.on('error', () => undefined)
    socket.pipe(back).pipe(socket)
  })
  onTestFinished(() => void front.close())

  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-wait-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(ROOT, 'kernel/cli/start-product.mjs')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: address.href },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      // Nothing listens at the address until the product has said that it waits.
      if (text.includes('Waiting for it') && !front.listening) front.listen(port, '127.0.0.1')
    })
  await vi.waitFor(() => expect(text).toContain('is ready: open'), { interval: 100 })
  expect(text.match(/The database at [^"]*Waiting[^"]*/g)).toEqual([
    `The database at 127.0.0.1:${port}${address.pathname} cannot be reached because nothing listens there. Waiting for it, 60 seconds at most.`,
  ])
})

it('[KRN36] a start asks about the migrations of all plugins at once', async () => {
  const asked: string[] = []
  const { query } = Client.prototype
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function watch(
    this: Client,
    ...given: unknown[]
  ) {
    asked.push(JSON.stringify(given[0]))
    return Reflect.apply(query, this, given) as never
  })
  onTestFinished(() => spy.mockRestore())
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  expect(asked.filter((text) => text.includes('from kernel.migrations')).length).toBeLessThan(6)
})

it('[OPS41] a process shares as many database connections as DATABASE_POOL says', async () => {
  const server = await startTestServer({ env: { DATABASE_POOL: '6' } })
  onTestFinished(() => server.stop())
  const work = Array.from({ length: 30 }, () => server.pool.query('select pg_sleep(0.01)'))
  await expect.poll(() => server.pool.totalCount).toBe(6)
  await Promise.all(work)
  expect(server.pool.totalCount).toBe(6)
})

it('[OPS9] a process that was told to stop answers for a while, and tells the proxy to go elsewhere', async () => {
  const server = await startTestServer({ env: { STOP_DELAY: '3' } })
  const { api } = await server.signIn()
  const health = () => server.anonymous().get('/api/health/ready')
  expect((await health()).status).toBe(200)
  const stopping = server.stop()
  const told = await health()
  expect([told.status, told.headers.get('connection')]).toEqual([503, 'close'])
  const written = await api.put('/api/account/profile', { firstName: 'Ada', lastName: 'Byron' })
  expect([written.status, written.headers.get('connection')]).toEqual([200, 'close'])
  await stopping
  await expect(health()).rejects.toThrow()
  // A probe of the proxy is no call that failed.
  const logged = server.server.core.recentLog.list().map(({ message }) => message)
  expect(logged).not.toContain('a call failed')
})

it('[OPS9] while a process drains, a call on an idle connection that is kept is answered', async () => {
  const server = await startTestServer({ env: { STOP_DELAY: '3' } })
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const [first, second] = agents
  onTestFinished(() => agents.forEach((agent) => agent.destroy()))
  const call = (agent: Agent | undefined) =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const sent = httpRequest(`${server.url}/api/health/live`, { agent }, (response) => {
        response
          .resume()
          .once('end', () => resolve({ status: response.statusCode, isReused: sent.reusedSocket }))
      })
      sent.once('error', reject)
      sent.end()
    })
  for (const agent of [first, second]) expect(await call(agent)).toEqual({ status: 200, isReused: false })
  const stopping = server.stop()
  // The answer to one call ends its own connection, and no other.
  expect(await call(first)).toEqual({ status: 200, isReused: true })
  expect(await call(second)).toEqual({ status: 200, isReused: true })
  await stopping
})

it('[OPS9] a stop answers the call under way, and ends its kept connection with it', async () => {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const panel = createServer((_request, response) => {
    arrived.resolve()
    void released.promise.then(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void panel.close())
  const server = await startTestServer()
  const { api } = await server.signIn({ role: 'Administrator' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const cookie = [...api.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: server.config.origin, 'content-type': 'application/json' }
  const baseUrl = `http://127.0.0.1:${(panel.address() as AddressInfo).port}`
  const answered = new Promise<{ status: number | undefined; closed: Promise<unknown> }>(
    (resolve, reject) => {
      const call = httpRequest(
        `${server.url}/api/panel/test`,
        { method: 'POST', agent, headers },
        (response) => {
          const closed = new Promise((end) => response.socket.once('close', end))
          response.resume().once('end', () => resolve({ status: response.statusCode, closed }))
        },
      )
      call.once('error', reject)
      call.end(JSON.stringify({ baseUrl, apiKey: 'ptla_any' }))
    },
  )
  await arrived.promise
  const isForced = vi.spyOn(server.server.dispatcher.server, 'closeAllConnections')
  const stopping = server.stop()
  released.resolve()
  const { status, closed } = await answered
  expect(status).toBe(200)
  await closed
  await stopping
  expect(isForced).not.toHaveBeenCalled()
})

it('[OPS30] a process that is stopped writes the number of the lines alike that it left out', async () => {
  const database = await createTestDatabase({ migrationSets: await productMigrations() })
  onTestFinished(() => database.drop())
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-stop-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const lines: string[] = []
  const secretKey = 'Walnut-39-ferry-Copper-52-meadow-lamp'
  const server = spawnServer({
    databaseUrl: database.url,
    dataDir,
    secretKey,
    env: { LOG_LEVEL: 'warn' },
    onLog: (line) => lines.push(line),
  })
  const logIn = `http://127.0.0.1:${await server.port}/api/auth/login`
  const headers = { 'content-type': 'application/json', origin: 'http://127.0.0.1:5173' }
  for (let turn = 0; turn < 53; turn += 1) {
    const body = JSON.stringify({ login: `nobody-${turn}`, password: 'wrong-password-1' })
    expect((await fetch(logIn, { method: 'POST', headers, body })).status).toBe(400)
  }
  await server.stop()
  const failed = () => lines.filter((line) => line.includes('"log-in failed"'))
  await vi.waitFor(() => expect(failed()).toHaveLength(51))
  expect(JSON.parse(failed().at(-1) ?? '')).toMatchObject({ plugin: 'auth', repeated: 3 })
})
