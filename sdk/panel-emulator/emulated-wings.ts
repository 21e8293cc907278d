import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createMachine, type Machine, type PowerSignal } from './emulated-machine.ts'
import { chatterLine } from './game-script.ts'
import type { PanelState } from './panel-state.ts'

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

const readMessage = (data: unknown): { event: string; args: string[] } | null => {
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

/** The daemon of a node: game servers, and the sockets that show them. */
export const createWings = ({ state, now, bootMs, origin }: WingsOptions) => {
  const machines = new Map<string, Machine>()
  const tokens = new Map<string, Token>()
  const sessions = new Set<Session>()
  /** Every frame that reached the daemon, newest last. */
  const received: { uuid: string; event: string; args: string[] }[] = []
  /** Tokens from before the daemon started anew. */
  const denied = new Set<Token>()
  let isRefusing = false
  let ticks = 0

  const rowOf = (uuid: string) => state.servers.find((row) => row.uuid === uuid)
  const send = ({ socket }: Session, event: string, ...args: string[]) =>
    socket.send(JSON.stringify(args.length > 0 ? { event, args } : { event }))
  const fault = ({ token }: Session): string | null => {
    if (!token) return 'jwt: no jwt present'
    if (token.expiresAt <= now()) return 'jwt: exp claim is invalid'
    return denied.has(token) ? 'jwt: created too far in past (denylist)' : null
  }
  const broadcast = (uuid: string, event: string, ...args: string[]) => {
    for (const session of sessions) {
      if (session.uuid !== uuid || !session.token) continue
      const wrong = fault(session)
      if (wrong) send(session, 'jwt error', wrong)
      else send(session, event, ...args)
    }
  }
  const machineOf = (uuid: string): Machine => {
    const known = machines.get(uuid)
    if (known) return known
    const emit = (event: string, ...args: string[]) => broadcast(uuid, event, ...args)
    const made = createMachine({ row: () => rowOf(uuid), now, bootMs, emit })
    machines.set(uuid, made)
    if (rowOf(uuid)?.status === null) made.wake()
    return made
  }
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
    if (machine.state() !== 'running' || fault(session)) return
    sendStats(session)
    ticks += 1
    if (ticks % ticksPerLine === 0) machine.print(chatterLine(ticks / ticksPerLine, now()))
  }
  const authenticate = (session: Session, jwt: string) => {
    const token = tokens.get(jwt)
    if (!token || token.uuid !== session.uuid) return send(session, 'jwt error', 'jwt: server uuid mismatch')
    const wrong = fault({ ...session, token })
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
  const handle = (session: Session, { event, args }: { event: string; args: string[] }) => {
    received.push({ uuid: session.uuid, event, args })
    if (event === 'auth') return authenticate(session, args.join(''))
    const wrong = fault(session)
    if (wrong) return send(session, 'jwt error', wrong)
    const machine = machineOf(session.uuid)
    const text = args.join('')
    if (event === 'send stats') sendStats(session)
    if (event === 'send logs' && machine.state() !== 'offline')
      for (const line of machine.logs()) send(session, 'console output', line)
    if (event === 'send command' && machine.state() !== 'offline') machine.command(text)
    if (event === 'set state' && isSignal(text)) machine.power(text)
  }
  const attach = (uuid: string, socket: WebSocket) => {
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
  }
  const dropAll = () => {
    for (const { socket } of sessions) socket.terminate()
  }

  return {
    received,
    machineOf,
    /** A token for one server's socket, good for ten minutes. */
    issueToken(uuid: string) {
      const jwt = `${createHash('sha256').update(uuid).digest('base64url').slice(0, 20)}.${randomUUID()}`
      tokens.set(jwt, { uuid, expiresAt: now() + tokenLifeMs })
      return jwt
    },
    /** Answers a request to open a socket, as Wings does: only with the panel's own origin. */
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const uuid = /^\/api\/servers\/([0-9a-f-]{36})\/ws$/.exec(request.url ?? '')?.[1]
      const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
      if (!uuid || !rowOf(uuid)) return refuse('404 Not Found')
      if (isRefusing) return refuse('503 Service Unavailable')
      if (request.headers.origin !== origin()) return refuse('403 Forbidden')
      // Loaded late: a panel that nobody watches needs no sockets.
      const { WebSocketServer } = await import('ws')
      const server = new WebSocketServer({ noServer: true })
      server.handleUpgrade(request, socket, head, (opened) => attach(uuid, opened))
    },
    /** How many sockets show this server. */
    sockets: (uuid: string) => [...sessions].filter((session) => session.uuid === uuid).length,
    /** Writes a line of the game. */
    print: (uuid: string, line: string) => machineOf(uuid).print(line),
    /** Sends an event of the daemon to those who watch the server. */
    broadcast,
    /** Ends the tokens of all sockets and says so, as after ten minutes. */
    expireTokens() {
      for (const session of sessions) {
        if (session.token) session.token.expiresAt = now()
        lookAtToken(session)
      }
    },
    /** Cuts every connection. */
    dropAll,
    /** Refuses new sockets until it is called with false. */
    refuse(refusing: boolean) {
      isRefusing = refusing
    },
    /** The daemon starts anew: sockets are cut, and older tokens are good for nothing. */
    restart() {
      for (const token of tokens.values()) denied.add(token)
      dropAll()
    },
    close() {
      dropAll()
      for (const machine of machines.values()) machine.close()
    },
  }
}

export type EmulatedWings = ReturnType<typeof createWings>
