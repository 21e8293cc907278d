import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createMachine, type Machine, type PowerSignal } from './emulated-machine.ts'
import { chatterLine } from './game-script.ts'
import type { PanelServerRow, PanelState } from './panel-state.ts'

const tokenLifeMs = 600_000
const expiryNoticeMs = 60_000
const expiryLookMs = 30_000
const tickMs = 1_000
const ticksPerLine = 7

export type WingsOptions = {
  state: PanelState
  now: () => number
  /** How long a game server takes to start and to stop. */
  bootMs: number
  origin: () => string
}

type Token = { uuid: string; expiresAt: number }
type Session = {
  uuid: string
  socket: WebSocket
  token: Token | null
  timers: NodeJS.Timeout[]
}

const signals = ['start', 'stop', 'restart', 'kill'] as const
const isSignal = (value: unknown): value is PowerSignal => signals.some((each) => each === value)

type Message = { event: string; args: string[] }

const readMessage = (data: unknown): Message | null => {
  try {
    const message: unknown = JSON.parse(String(data))
    if (typeof message !== 'object' || message === null || !('event' in message)) return null
    const args = 'args' in message && Array.isArray(message.args) ? message.args.map(String) : []
    return { event: String(message.event), args }
  } catch {
    // Wings drops frames that are no JSON as well.
    return null
  }
}

/** Tokens for sockets, each good for one server and ten minutes. */
const createTokens = (now: () => number) => {
  const tokens = new Map<string, Token>()
  /** Tokens from before the daemon started anew. */
  const denied = new Set<Token>()
  return {
    find: (jwt: string) => tokens.get(jwt),
    issue(uuid: string) {
      const jwt = `${createHash('sha256').update(uuid).digest('base64url').slice(0, 20)}.${randomUUID()}`
      tokens.set(jwt, { uuid, expiresAt: now() + tokenLifeMs })
      return jwt
    },
    fault(token: Token | null): string | null {
      if (!token) return 'jwt: no jwt present'
      if (token.expiresAt <= now()) return 'jwt: exp claim is invalid'
      return denied.has(token) ? 'jwt: created too far in past (denylist)' : null
    },
    denyAll() {
      for (const token of tokens.values()) denied.add(token)
    },
  }
}

type Tokens = ReturnType<typeof createTokens>

const send = ({ socket }: Session, event: string, ...args: string[]) =>
  socket.send(JSON.stringify(args.length > 0 ? { event, args } : { event }))

/** The game servers, each made when it is first looked at. */
const createMachines = (
  { now, bootMs }: WingsOptions,
  rowOf: (uuid: string) => PanelServerRow | undefined,
  broadcast: (uuid: string, event: string, ...args: string[]) => void,
) => {
  const machines = new Map<string, Machine>()
  return {
    of(uuid: string): Machine {
      const known = machines.get(uuid)
      if (known) return known
      const emit = (event: string, ...args: string[]) => broadcast(uuid, event, ...args)
      const made = createMachine({ row: () => rowOf(uuid), now, bootMs, emit })
      machines.set(uuid, made)
      if (rowOf(uuid)?.status === null) made.wake()
      return made
    },
    close() {
      for (const machine of machines.values()) machine.close()
    },
  }
}

type SessionDeps = {
  now: () => number
  tokens: Tokens
  rowOf: (uuid: string) => PanelServerRow | undefined
  machineOf: (uuid: string) => Machine
}

/** The daemon's side of one socket: it sends the state of the server and carries out commands. */
const createSessionHandler = ({ now, tokens, rowOf, machineOf }: SessionDeps) => {
  let ticks = 0
  const sendStats = (session: Session) =>
    send(session, 'stats', JSON.stringify(machineOf(session.uuid).stats()))
  const lookAtToken = (session: Session) => {
    if (!session.token) return
    const leftMs = session.token.expiresAt - now()
    if (leftMs <= 0) send(session, 'token expired')
    else if (leftMs <= expiryNoticeMs) send(session, 'token expiring')
  }
  const tick = (session: Session) => {
    const machine = machineOf(session.uuid)
    if (rowOf(session.uuid)?.status === 'suspended') return session.socket.close(4409, 'server is suspended')
    if (machine.state() !== 'running' || tokens.fault(session.token)) return
    sendStats(session)
    ticks += 1
    if (ticks % ticksPerLine === 0) machine.print(chatterLine(ticks / ticksPerLine, now()))
  }
  const authenticate = (session: Session, jwt: string) => {
    const token = tokens.find(jwt)
    if (!token || token.uuid !== session.uuid) return send(session, 'jwt error', 'jwt: server uuid mismatch')
    const wrong = tokens.fault(token)
    if (wrong) return send(session, 'jwt error', wrong)
    const isNew = session.token === null
    session.token = token
    send(session, 'auth success')
    if (!isNew) return
    const machine = machineOf(session.uuid)
    send(session, 'status', machine.state())
    if (machine.state() === 'offline') sendStats(session)
    session.timers.push(setInterval(() => tick(session), tickMs))
    session.timers.push(setInterval(() => lookAtToken(session), expiryLookMs))
    for (const timer of session.timers) timer.unref()
  }
  const handle = (session: Session, { event, args }: Message) => {
    if (event === 'auth') return authenticate(session, args.join(''))
    const wrong = tokens.fault(session.token)
    if (wrong) return send(session, 'jwt error', wrong)
    const machine = machineOf(session.uuid)
    const text = args.join('')
    if (event === 'send stats') sendStats(session)
    if (event === 'send logs' && machine.state() !== 'offline')
      for (const line of machine.logs()) send(session, 'console output', line)
    if (event === 'send command' && machine.state() !== 'offline') machine.command(text)
    if (event === 'set state' && isSignal(text)) machine.power(text)
  }
  return { handle, lookAtToken }
}

/** The sockets that are open; `handle` gets what they send. */
const createSessions = (tokens: Tokens, handle: (session: Session, message: Message) => void) => {
  const sessions = new Set<Session>()
  return {
    all: sessions as ReadonlySet<Session>,
    broadcast(uuid: string, event: string, ...args: string[]) {
      for (const session of sessions) {
        if (session.uuid !== uuid || !session.token) continue
        const wrong = tokens.fault(session.token)
        if (wrong) send(session, 'jwt error', wrong)
        else send(session, event, ...args)
      }
    },
    attach(uuid: string, socket: WebSocket) {
      const session: Session = { uuid, socket, token: null, timers: [] }
      sessions.add(session)
      socket.on('message', (data) => {
        const message = readMessage(data)
        if (message) handle(session, message)
      })
      // A broken connection is its end, which is told below.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sessions.delete(session)
        for (const timer of session.timers) clearInterval(timer)
      })
    },
    dropAll() {
      for (const { socket } of sessions) socket.terminate()
    },
  }
}

/** Loaded late: a panel that nobody watches needs no sockets. */
const createSocketServer = async () => {
  const { WebSocketServer } = await import('ws')
  return new WebSocketServer({ noServer: true })
}

/** The daemon of a node: game servers, and the sockets that show them. */
export const createWings = (options: WingsOptions) => {
  const { state, now, origin } = options
  /** Every frame that reached the daemon, newest last. */
  const received: ({ uuid: string } & Message)[] = []
  let isRefusing = false

  const rowOf = (uuid: string) => state.servers.find((row) => row.uuid === uuid)
  const tokens = createTokens(now)
  const machines = createMachines(options, rowOf, (...event) => sessions.broadcast(...event))
  const handler = createSessionHandler({ now, tokens, rowOf, machineOf: machines.of })
  const sessions = createSessions(tokens, (session, message) => {
    received.push({ uuid: session.uuid, ...message })
    handler.handle(session, message)
  })

  return {
    received,
    machineOf: machines.of,
    /** A token for one server's socket, good for ten minutes. */
    issueToken: tokens.issue,
    /** Answers a request to open a socket, as Wings does: only with the panel's own origin. */
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const uuid = /^\/api\/servers\/([0-9a-f-]{36})\/ws$/.exec(request.url ?? '')?.[1]
      const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
      if (!uuid || !rowOf(uuid)) return refuse('404 Not Found')
      if (isRefusing) return refuse('503 Service Unavailable')
      if (request.headers.origin !== origin()) return refuse('403 Forbidden')
      const server = await createSocketServer()
      server.handleUpgrade(request, socket, head, (opened) => sessions.attach(uuid, opened))
    },
    /** How many sockets show this server. */
    sockets: (uuid: string) => [...sessions.all].filter((session) => session.uuid === uuid).length,
    /** Writes a line of the game. */
    print: (uuid: string, line: string) => machines.of(uuid).print(line),
    /** Sends an event of the daemon to those who watch the server. */
    broadcast: sessions.broadcast,
    /** Ends the tokens of all sockets and says so, as after ten minutes. */
    expireTokens() {
      for (const session of sessions.all) {
        if (session.token) session.token.expiresAt = now()
        handler.lookAtToken(session)
      }
    },
    /** Cuts every connection. */
    dropAll: sessions.dropAll,
    /** Refuses new sockets until it is called with false. */
    refuse(refusing: boolean) {
      isRefusing = refusing
    },
    /** The daemon starts anew: sockets are cut, and older tokens are good for nothing. */
    restart() {
      tokens.denyAll()
      sessions.dropAll()
    },
    close() {
      sessions.dropAll()
      machines.close()
    },
  }
}

export type EmulatedWings = ReturnType<typeof createWings>
