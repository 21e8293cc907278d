import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createApiClient } from '../support/server/api-client.ts'
import { followStream } from '../support/server/follow-stream.ts'
import { spawnServer } from '../support/server/spawn-server.ts'
import { startHostingServer, until } from '../support/server/start-hosting-server.ts'

const SECRET_KEY = randomBytes(32).toString('base64')

it('[SRV91] [PAN33] two processes have one connection each, one count of commands, and the same rights', async () => {
  const host = await startHostingServer({ env: { SECRET_KEY } })
  onTestFinished(() => host.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-consoles-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { databaseUrl } = host.config
  const another = spawnServer({ databaseUrl: databaseUrl ?? '', dataDir, secretKey: SECRET_KEY })
  onTestFinished(() => another.stop())

  const owner = await host.signIn()
  await owner.api.post('/api/servers', host.anOrder())
  const listed = async () => (await owner.api.get('/api/servers')).body as { servers?: { id: string }[] }
  const id = await until('the server is there', async () => (await listed()).servers?.[0]?.id)
  const cookie = [...owner.api.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const there = { url: `http://127.0.0.1:${await another.port}` }
  const elsewhere = createApiClient(there.url, host.config.origin, cookie)

  // Before anybody watches the console, which would say it to its own process.
  const statesBy = async ({ get }: typeof elsewhere) => (await get('/api/servers/states')).body['states']
  const running = [{ id, state: 'running' }]
  await until('it runs', async () => JSON.stringify(await statesBy(elsewhere)) === JSON.stringify(running))
  expect((await owner.api.post(`/api/servers/${id}/power`, { signal: 'restart' })).status).toBe(200)
  // Asked of the panel it would be known in half a minute.
  await expect.poll(() => statesBy(elsewhere), { timeout: 5_000 }).toEqual([])

  const streams = [
    await followStream(host, owner.api, `/api/servers/${id}/console`),
    await followStream(host, owner.api, `/api/servers/${id}/console`),
    await followStream(there, elsewhere, `/api/servers/${id}/console`),
  ]
  for (const stream of streams) expect(await stream.until('Done (')).toBe(true)
  const sockets = host.panel.calls.filter(({ path }) => path.endsWith('/websocket'))
  expect(sockets).toHaveLength(2)

  const send = (api: typeof elsewhere, command: string) =>
    api.post(`/api/servers/${id}/console/commands`, { command })
  expect((await send(elsewhere, 'say hello there')).status).toBe(200)
  for (const stream of streams) expect(await stream.until('[Server] hello there')).toBe(true)
  // Ten a minute, one of which was sent above: eight from each side are too many together, and few enough for one of two counts.
  const start = (api: typeof elsewhere) => api.post(`/api/servers/${id}/power`, { signal: 'start' })
  const both = Array.from({ length: 8 }, () => [start(owner.api), start(elsewhere)]).flat()
  const answers = await Promise.all(both)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
  expect(answers.filter(({ body }) => body.error_code === 'SERVERS_TOO_FAST')).toHaveLength(7)

  const other = await host.signIn()
  await host.pool.query('update servers.server set owner = $1 where id = $2', [other.person.id, id])
  for (const stream of streams) expect(await stream.until('never written')).toBe(false)
  expect((await send(elsewhere, 'list')).status).toBe(404)
}, 120_000)
