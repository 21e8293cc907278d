import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PanelFault } from '../../../sdk/panel-emulator/panel-faults.ts'
import { startPanelEmulator, type PanelEmulator } from '../../../sdk/panel-emulator/start-panel-emulator.ts'
import type { Panel } from '../contract/panel.ts'
import type { PanelFailure } from '../contract/panel-error.ts'
import { aPanelServer, aPanelUser, someResources } from '../testing.ts'
import { createPanelClient, type PanelClientOptions } from './panel-client.ts'

let emulator: PanelEmulator
let panel: Panel

const connect = (over: Partial<PanelClientOptions> = {}) =>
  createPanelClient({ baseUrl: emulator.url, apiKey: emulator.apiKey, dialect: 'pterodactyl', ...over })

beforeEach(async () => {
  emulator = await startPanelEmulator()
  panel = connect()
})
afterEach(() => emulator.close())

/** A server of its own on a free port, where the emulator cannot fail in that way. */
const listen = async (server: net.Server): Promise<string> => {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => sockets.add(socket))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

type Case = [name: string, fault: PanelFault, read: PanelFailure, write: PanelFailure]

const cases: Case[] = [
  ['a broken connection', { kind: 'down' }, 'unavailable', 'unknown-outcome'],
  ['no answer in time', { kind: 'slow', ms: 60_000 }, 'unavailable', 'unknown-outcome'],
  ['a challenge page with 503', { kind: 'html' }, 'unavailable', 'unavailable'],
  ['a challenge page with 403', { kind: 'html', status: 403 }, 'unavailable', 'unavailable'],
  ['a page with 200', { kind: 'html', status: 200 }, 'unavailable', 'unavailable'],
  ['a page with 404', { kind: 'html', status: 404 }, 'unavailable', 'unavailable'],
  ['a gateway that gave up', { kind: 'html', status: 504 }, 'unavailable', 'unknown-outcome'],
  ['a bad gateway', { kind: 'html', status: 502 }, 'unavailable', 'unknown-outcome'],
  ['an internal error', { kind: 'status', status: 500 }, 'unavailable', 'unavailable'],
  ['too many calls', { kind: 'status', status: 429, retryAfter: 7 }, 'rate-limited', 'rate-limited'],
  ['a refused key', { kind: 'status', status: 401 }, 'unauthorized', 'unauthorized'],
  ['a key without the right', { kind: 'status', status: 403 }, 'unauthorized', 'unauthorized'],
  ['a state that does not allow it', { kind: 'status', status: 409 }, 'conflict', 'conflict'],
  ['a refused body', { kind: 'status', status: 422 }, 'invalid', 'invalid'],
  ['an empty answer', { kind: 'empty' }, 'unavailable', 'unknown-outcome'],
  ['JSON of another kind', { kind: 'wrong-json' }, 'unavailable', 'unknown-outcome'],
  ['a cut before the answer', { kind: 'cut-after' }, 'unavailable', 'unknown-outcome'],
  ['a cut within the answer', { kind: 'half' }, 'unavailable', 'unknown-outcome'],
  ['an answer without end', { kind: 'huge' }, 'unavailable', 'unknown-outcome'],
  [
    'a redirect',
    { kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
    'unavailable',
    'unavailable',
  ],
]

describe('failures', () => {
  it.each(cases)('[PAN4] [PAN5] [PAN12] %s', async (_name, fault, read, write) => {
    const over = fault.kind === 'slow' ? { timeoutMs: 1_000 } : {}
    const reader = connect(over)
    // Another client: the first one keeps quiet after "too many calls". With a connection already: on a busy machine a new
    // one may itself take that long, and what never left has a known outcome.
    const writer = connect(over)
    await writer.health()
    emulator.fault(fault)
    await expect(reader.listNests()).rejects.toMatchObject({ name: 'PanelError', reason: read })
    await expect(writer.createUser(aPanelUser())).rejects.toMatchObject({ name: 'PanelError', reason: write })
  })

  it.each(cases)('[PAN4] [PAN9] [PAN12] %s, on every call', async (_name, fault, read, write) => {
    const over = fault.kind === 'slow' ? { timeoutMs: 1_000 } : {}
    const { id: userId } = await panel.createUser(aPanelUser())
    const { id: idle } = await panel.createUser(
      aPanelUser({ externalId: 'idle', email: 'b@c.de', username: 'bea' }),
    )
    const { id } = await panel.createServer(aPanelServer({ userId }))
    const { id: other } = await panel.createServer(aPanelServer({ userId, externalId: 'server-2' }))
    type Call = (client: Panel) => Promise<unknown>
    const reads: readonly Call[] = [
      (client) => client.listLocations(),
      (client) => client.listRoom(),
      (client) => client.countFreePorts(1),
      (client) => client.listNests(),
      (client) => client.listEggs(1),
      (client) => client.getEgg(1, 1),
      (client) => client.findUser({ externalId: 'user-1' }),
      (client) => client.listUsers(),
      (client) => client.findServerByExternalId('server-1'),
      (client) => client.getServer(id),
      (client) => client.listServers(),
    ]
    const writes: readonly Call[] = [
      (client) => client.createUser(aPanelUser({ externalId: 'new', email: 'd@e.fr', username: 'dora' })),
      (client) => client.updateUser(userId, { firstName: 'Grace' }),
      (client) => client.deleteUser(idle),
      (client) => client.createServer(aPanelServer({ userId, externalId: 'server-3' })),
      (client) => client.updateServerBuild(id, someResources()),
      (client) => client.updateServerDetails(id, { name: 'Creative' }),
      (client) => client.suspendServer(id),
      (client) => client.unsuspendServer(id),
      (client) => client.deleteServer(other),
      (client) => client.deleteServer(other, { force: true }),
    ]
    // A client for each, since one keeps quiet after "too many calls", and with a connection, as above.
    const outcomes = (calls: readonly Call[]) =>
      Promise.all(
        calls.map(async (call) => {
          const client = connect(over)
          await client.health()
          return () =>
            call(client).then(
              () => 'done',
              (error: { reason?: unknown }) => error.reason,
            )
        }),
      )
    const [readers, writers] = [await outcomes(reads), await outcomes(writes)]
    emulator.fault({ ...fault, method: 'GET' })
    expect(await Promise.all(readers.map((call) => call()))).toEqual(reads.map(() => read))
    emulator.clearFaults()
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) emulator.fault({ ...fault, method })
    expect(await Promise.all(writers.map((call) => call()))).toEqual(writes.map(() => write))
  })

  it('[PAN4] a panel that is not running is unavailable, for writes too, and healthy once it is back', async () => {
    await emulator.stop()
    await expect(panel.createUser(aPanelUser())).rejects.toMatchObject({
      reason: 'unavailable',
      code: 'ECONNREFUSED',
    })
    expect(await panel.health()).toMatchObject({ ok: false, reason: 'unavailable' })
    await emulator.resume()
    expect(await panel.health()).toMatchObject({ ok: true })
  })

  it('[PAN3] R009: after an unknown outcome the server is found, and there is one only', async () => {
    const { id: userId } = await panel.createUser(aPanelUser())
    emulator.fault({ kind: 'cut-after', method: 'POST', path: '/servers', times: 1 })
    await expect(panel.createServer(aPanelServer({ userId }))).rejects.toMatchObject({
      reason: 'unknown-outcome',
    })
    expect(await panel.findServerByExternalId('server-1')).toMatchObject({ name: 'Survival' })
    await expect(panel.createServer(aPanelServer({ userId }))).rejects.toMatchObject({ reason: 'conflict' })
    expect(emulator.state.servers).toHaveLength(1)
  })

  it('[PAN9] R059: a missing page in front of the panel is no finished deletion', async () => {
    const { id: userId } = await panel.createUser(aPanelUser())
    const { id } = await panel.createServer(aPanelServer({ userId }))
    emulator.fault({ kind: 'html', status: 404, method: 'DELETE', times: 1 })
    await expect(panel.deleteServer(id)).rejects.toMatchObject({ reason: 'unavailable' })
    await panel.deleteServer(id)
    expect(emulator.state.servers).toHaveLength(0)
  })

  it('[PAN9] a plain refusal of a proxy in front of the panel is no finished deletion', async () => {
    const proxy = http.createServer((_request, response) =>
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found'),
    )
    panel = connect({ baseUrl: `http://${await listen(proxy)}` })
    await expect(panel.deleteServer(1)).rejects.toMatchObject({ reason: 'unavailable' })
  })

  it('[PAN8] follows no redirect and never says the key', async () => {
    const elsewhere = await startPanelEmulator()
    emulator.fault({ kind: 'redirect', location: `${elsewhere.url}/api/application/nests` })
    const error: unknown = await panel.listNests().catch((reason: unknown) => reason)
    expect(elsewhere.calls).toHaveLength(0)
    expect(JSON.stringify(error) + String(error)).not.toContain(emulator.apiKey)
    await elsewhere.close()
  })

  it('[PAN8] hides the key even when the panel repeats it', async () => {
    const said = { errors: [{ code: 'X', status: '400', detail: `no such key: ${emulator.apiKey}` }] }
    const echo = http.createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    })
    panel = connect({ baseUrl: `http://${await listen(echo)}` })
    await expect(panel.listNests()).rejects.toMatchObject({ reason: 'invalid', detail: 'no such key: (key)' })
  })

  it('[PAN4] a panel that accepts the connection and never secures it has got nothing', async () => {
    const baseUrl = `https://${await listen(net.createServer())}`
    panel = connect({ baseUrl, timeoutMs: 300 })
    await expect(panel.createUser(aPanelUser())).rejects.toMatchObject({
      reason: 'unavailable',
      detail: 'The game panel did not answer in time.',
    })
  })

  it('[PAN4] a panel that speaks no TLS has got nothing', async () => {
    const plain = net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    panel = connect({ baseUrl: `https://${await listen(plain)}` })
    await expect(panel.createUser(aPanelUser())).rejects.toMatchObject({ reason: 'unavailable' })
  })

  it('[PAN4] an answer without end is cut off', async () => {
    const block = Buffer.alloc(1_000_000, 'x')
    const endless = http.createServer((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(block)) continue
      }
      response.on('drain', more)
      more()
    })
    panel = connect({ baseUrl: `http://${await listen(endless)}`, timeoutMs: 60_000 })
    await expect(panel.listNests()).rejects.toMatchObject({
      reason: 'unavailable',
      detail: 'The game panel sent an answer that is too large.',
    })
  })

  it('[PAN4] an answer that stops in the middle is late, whatever came before', async () => {
    const stuck = http.createServer(({ method }, response) => {
      response.write('{"data":')
      if (method === 'GET') response.end('[]}')
    })
    panel = connect({ baseUrl: `http://${await listen(stuck)}`, timeoutMs: 1_000 })
    // A connection to begin with, as above.
    await panel.health()
    await expect(panel.createUser(aPanelUser())).rejects.toMatchObject({
      reason: 'unknown-outcome',
      detail: 'The game panel did not answer in time.',
    })
  })

  it('calls again over the connection it has', async () => {
    let connections = 0
    const counting = http.createServer((_request, response) => void response.end('{"data":[]}'))
    counting.on('connection', () => (connections += 1))
    panel = connect({ baseUrl: `http://${await listen(counting)}` })
    for (let call = 0; call < 3; call += 1) await panel.listNests().catch(() => undefined)
    expect(connections).toBe(1)
  })

  it('[PAN8] refuses an address with a password and a key that cannot be one', () => {
    expect(() => connect({ baseUrl: 'https://admin:secret@panel.example.com' })).toThrow(TypeError)
    expect(() => connect({ baseUrl: 'ftp://panel.example.com' })).toThrow(TypeError)
    expect(() => connect({ apiKey: '' })).toThrow(TypeError)
  })
})
