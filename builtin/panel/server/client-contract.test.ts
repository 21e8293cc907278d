import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { panelErrors } from '../../../tests/support/panel/panel-errors.ts'
import { panelVersions } from '../../../tests/support/panel/panel-versions.ts'
import type { PanelFault } from '../../../sdk/panel-emulator/panel-faults.ts'
import { startPanelEmulator, type PanelEmulator } from '../../../sdk/panel-emulator/start-panel-emulator.ts'
import type { PanelDialect, PanelLive } from '../contract/panel.ts'
import type { PanelFailure } from '../contract/panel-error.ts'
import { aPanelServer, aPanelUser } from '../testing.ts'
import { createPanelClient } from './panel-client.ts'

const uuid = '1a7ce997-259b-452e-8b4e-cecc464142ca'

/** A call as the panels' own documentation writes it, and the answer that it gives. */
interface Documented {
  readonly name: string
  readonly request: string
  readonly body: string
  readonly status: number
  readonly answer: unknown
  readonly call: (live: PanelLive) => Promise<unknown>
  readonly result: unknown
}

const refusal = (code: string, status: number, detail: string) => ({
  errors: [{ code, status: String(status), detail }],
})

const documented: readonly Documented[] = [
  {
    name: 'the details of the socket',
    request: `GET /api/client/servers/${uuid}/websocket`,
    body: '',
    status: 200,
    answer: {
      data: { token: 'eyJ0eXAi.eyJpc3Mi.yUBZ', socket: `ws://node.example.com:8080/api/servers/${uuid}/ws` },
    },
    call: (live) => live.openSocket(uuid),
    result: expect.objectContaining({
      token: 'eyJ0eXAi.eyJpc3Mi.yUBZ',
      socket: `ws://node.example.com:8080/api/servers/${uuid}/ws`,
    }),
  },
  {
    name: 'state and use',
    request: `GET /api/client/servers/${uuid}/resources`,
    body: '',
    status: 200,
    answer: {
      object: 'stats',
      attributes: {
        current_state: 'starting',
        is_suspended: false,
        resources: {
          memory_bytes: 588701696,
          cpu_absolute: 12.5,
          disk_bytes: 130156361,
          network_rx_bytes: 694220,
          network_tx_bytes: 337090,
          uptime: 9000,
        },
      },
    },
    call: (live) => live.usage(uuid),
    result: {
      state: 'starting',
      use: { memory: 588701696, cpu: 12.5, disk: 130156361, received: 694220, sent: 337090, uptimeMs: 9000 },
    },
  },
  ...(['start', 'stop', 'restart', 'kill'] as const).map((signal) => ({
    name: `the power signal ${signal}`,
    request: `POST /api/client/servers/${uuid}/power`,
    body: JSON.stringify({ signal }),
    status: 204,
    answer: undefined,
    call: (live: PanelLive) => live.power(uuid, signal),
    result: undefined,
  })),
  {
    name: 'a command',
    request: `POST /api/client/servers/${uuid}/command`,
    body: JSON.stringify({ command: 'say Hello, world' }),
    status: 204,
    answer: undefined,
    call: (live) => live.command(uuid, 'say Hello, world'),
    result: undefined,
  },
  {
    name: 'a command to a game that does not run',
    request: `POST /api/client/servers/${uuid}/command`,
    body: JSON.stringify({ command: 'list' }),
    status: 502,
    answer: refusal('HttpException', 502, 'Server must be online in order to send commands.'),
    call: (live) => live.command(uuid, 'list').catch((error: unknown) => error),
    result: expect.objectContaining({ reason: 'conflict', code: 'SERVER_OFFLINE' }),
  },
  {
    name: 'a command that the node did not answer',
    request: `POST /api/client/servers/${uuid}/command`,
    body: JSON.stringify({ command: 'list' }),
    status: 502,
    answer: refusal('DaemonConnectionException', 502, 'There was an error while communicating.'),
    call: (live) => live.command(uuid, 'list').catch((error: unknown) => error),
    result: expect.objectContaining({ reason: 'unknown-outcome' }),
  },
  {
    name: 'a server that is suspended',
    request: `POST /api/client/servers/${uuid}/power`,
    body: JSON.stringify({ signal: 'start' }),
    status: 409,
    answer: refusal('ServerStateConflictException', 409, 'This server is currently suspended.'),
    call: (live) => live.power(uuid, 'start').catch((error: unknown) => error),
    result: expect.objectContaining({ reason: 'conflict' }),
  },
]

const readBody = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Answers the one documented call, and nothing that differs from it in one character. */
const strictDouble = async ({ request, body, status, answer }: Documented, key: string) => {
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((text) => {
      const { authorization, accept, 'content-type': type } = incoming.headers
      const met = { call: `${incoming.method} ${incoming.url}`, text, authorization, accept, type }
      const wanted = {
        call: request,
        text: body,
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        type: 'application/json',
      }
      if (JSON.stringify(met) !== JSON.stringify(wanted))
        return response.writeHead(418).end(JSON.stringify({ met, wanted }))
      response.writeHead(status, { 'content-type': 'application/json' })
      return response.end(answer === undefined ? undefined : JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const dialects: [PanelDialect, string][] = [
  ['pterodactyl', 'ptlc_client'],
  ['pelican', 'pacc_client'],
]

describe.each(dialects)('the client API of %s', (dialect, clientKey) => {
  it.each(documented)('[PAN26] $name: path, fields and answer as documented', async (each) => {
    const baseUrl = await strictDouble(each, clientKey)
    const { live } = createPanelClient({ baseUrl, apiKey: 'ptla_application', clientKey, dialect })
    expect(live && (await each.call(live))).toEqual(each.result)
  })

  it('[PAN26] goes to no socket without TLS where the panel has it, and to nothing that is no socket', async () => {
    const call = documented[0]
    if (!call) throw new Error('no call')
    const answers = ['http://node.example.com/ws', 'file:///etc/passwd', 'not an address']
    for (const socket of answers) {
      const baseUrl = await strictDouble({ ...call, answer: { data: { token: 'x', socket } } }, clientKey)
      const { live } = createPanelClient({ baseUrl, apiKey: 'ptla_application', clientKey, dialect })
      await expect(live?.openSocket(uuid)).rejects.toMatchObject({ reason: 'unavailable' })
    }
  })
})

/** Hands out so many tokens for each server, as the panel's own throttle does within a minute. */
const countingDouble = async (tokens: number) => {
  const left = new Map<string, number>()
  const server = createServer((incoming, response) => {
    const [, uuid = '', call] = /^\/api\/client\/servers\/([^/]+)\/(\w+)$/.exec(incoming.url ?? '') ?? []
    const say = (status: number, body?: unknown) => {
      const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '41' }) }
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body))
    }
    if (call !== 'websocket') return say(204)
    const rest = (left.get(uuid) ?? tokens) - 1
    left.set(uuid, rest)
    if (rest < 0) return say(429, panelErrors.tooMany.body)
    return say(200, { data: { token: 'eyJ0', socket: `ws://node.example.com/api/servers/${uuid}/ws` } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const counting = panelVersions.flatMap(({ socketTokens, ...version }) =>
  socketTokens === null ? [] : [{ ...version, socketTokens }],
)

it.each(counting)(
  '[PAN40] $name: a server whose tokens are used up holds up neither others nor its power',
  async ({ dialect, socketTokens }) => {
    const baseUrl = await countingDouble(socketTokens)
    const { live } = createPanelClient({ baseUrl, apiKey: 'ptla_x', clientKey: 'ptlc_x', dialect })
    if (!live) throw new Error('no client key')
    for (let used = 0; used < socketTokens; used += 1) await live.openSocket(uuid)
    const refused = { reason: 'rate-limited', retryAfterMs: 41_000 }
    await expect(live.openSocket(uuid)).rejects.toMatchObject(refused)
    await expect(live.openSocket(uuid.replace('1', '2'))).resolves.toMatchObject({ token: 'eyJ0' })
    await expect(live.power(uuid, 'start')).resolves.toBeUndefined()
  },
)

describe('without a client key', () => {
  it('[PAN26] there are no consoles', () => {
    const options = {
      baseUrl: 'https://panel.example.com',
      apiKey: 'ptla_x',
      dialect: 'pterodactyl',
    } as const
    expect(createPanelClient(options).live).toBeNull()
    expect(createPanelClient({ ...options, clientKey: '' }).live).toBeNull()
  })
})

describe('each fault of the panel', () => {
  let emulator: PanelEmulator
  let server: string
  beforeEach(async () => {
    emulator = await startPanelEmulator()
    const panel = createPanelClient({
      baseUrl: emulator.url,
      apiKey: emulator.apiKey,
      dialect: 'pterodactyl',
    })
    const { id: userId } = await panel.createUser(aPanelUser({ password: 'a-long-password' }))
    const made = await panel.createServer(aPanelServer({ userId }))
    await panel.getServer(made.id)
    server = made.uuid
  })
  afterEach(() => emulator.close())

  const connect = (timeoutMs = 15_000) => {
    const { url: baseUrl, apiKey, clientKey } = emulator
    const { live } = createPanelClient({ baseUrl, apiKey, clientKey, dialect: 'pterodactyl', timeoutMs })
    if (!live) throw new Error('no client key')
    return live
  }
  const faults: [name: string, fault: PanelFault, read: PanelFailure, write: PanelFailure][] = [
    ['a broken connection', { kind: 'down' }, 'unavailable', 'unknown-outcome'],
    ['no answer in time', { kind: 'slow', ms: 60_000 }, 'unavailable', 'unknown-outcome'],
    ['a challenge page', { kind: 'html' }, 'unavailable', 'unavailable'],
    ['a gateway that gave up', { kind: 'html', status: 504 }, 'unavailable', 'unknown-outcome'],
    ['an internal error', { kind: 'status', status: 500 }, 'unavailable', 'unavailable'],
    ['too many calls', { kind: 'status', status: 429, retryAfter: 7 }, 'rate-limited', 'rate-limited'],
    ['a refused key', { kind: 'status', status: 401 }, 'unauthorized', 'unauthorized'],
    ['a refused body', { kind: 'status', status: 422 }, 'invalid', 'invalid'],
    ['a cut before the answer', { kind: 'cut-after' }, 'unavailable', 'unknown-outcome'],
    ['a cut within the answer', { kind: 'half' }, 'unavailable', 'unknown-outcome'],
    ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, 'unavailable', 'unavailable'],
  ]
  it.each(faults)('[PAN4] [PAN26] %s, on the calls with a client key', async (_name, fault, read, write) => {
    const timeoutMs = fault.kind === 'slow' ? 1_000 : 15_000
    const [reader, writer, other, user] = Array.from({ length: 4 }, () => connect(timeoutMs))
    if (!reader || !writer || !other || !user) throw new Error('no client')
    // With connections already: what never left has a known outcome.
    for (const each of [writer, other, user]) await each.openSocket(server)
    emulator.fault(fault)
    await expect(reader.openSocket(server)).rejects.toMatchObject({ name: 'PanelError', reason: read })
    await expect(user.usage(server)).rejects.toMatchObject({ name: 'PanelError', reason: read })
    await expect(writer.power(server, 'stop')).rejects.toMatchObject({ name: 'PanelError', reason: write })
    await expect(other.command(server, 'list')).rejects.toMatchObject({ name: 'PanelError', reason: write })
  })

  it.each<PanelFault>([{ kind: 'empty' }, { kind: 'wrong-json' }, { kind: 'huge' }])(
    '[PAN12] [PAN26] an answer that is none opens no socket and is no use: $kind',
    async (fault) => {
      emulator.fault(fault)
      await expect(connect().openSocket(server)).rejects.toMatchObject({ reason: 'unavailable' })
      await expect(connect().usage(server)).rejects.toMatchObject({ reason: 'unavailable' })
    },
  )
})
