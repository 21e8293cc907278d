import type { ConsoleEvent, ConsoleLink, GameState, GameStats, linkProblems } from '../../contract/console.ts'
import { gameStates } from '../../contract/console.ts'
import type { PanelLive, PanelUsage } from '../../contract/panel.ts'
import { isPanelError, type PanelFailure } from '../../contract/panel-error.ts'
import { createConsoleLog, overlap } from './console-log.ts'
import { readStats } from './read-stats.ts'
import { connecting, live as isLive, waitBefore, type RelayTimers } from './relay-timers.ts'
import { createUsagePoll } from './usage-poll.ts'
import { openWingsSocket, type WingsSocket } from './wings-socket.ts'

const statsKept = 600
const flushMs = 40
const probeMs = 20_000
/** How long the node may take, from the first one on, to write the lines that it repeats after a new connection. */
const replayMs = 300
const lingerMs = 5_000
const refreshPauseMs = 10_000
const stableMs = 60_000
/** Reports come each second; an older one says nothing about now. */
const freshMs = 30_000

const unused = { cpu: 0, memory: 0, disk: 0, received: 0, sent: 0, uptimeMs: 0 }

type Problem = (typeof linkProblems)[number]

const problemOf: Readonly<Record<PanelFailure, Problem>> = {
  unavailable: 'panel',
  'rate-limited': 'busy',
  unauthorized: 'key',
  'not-found': 'missing',
  invalid: 'unavailable',
  conflict: 'unavailable',
  'unknown-outcome': 'panel',
}

export interface RelayDeps {
  /** The panel and the server's long id on it. */
  find(): Promise<{ readonly live: PanelLive; readonly uuid: string }>
  readonly timers: RelayTimers
  /** The node says that the game is in another state than before. */
  onGame(state: GameState): void
  /** After the last viewer has been gone for a while. */
  onIdle(): void
}

const isState = (text: string): text is GameState => gameStates.some((state) => state === text)
const isOutdated = (text: string) => text.includes('exp claim is invalid') || text.includes('denylist')

/** The console of one server: one connection to its node, for all who watch. */
export class ConsoleRelay {
  readonly #deps: RelayDeps
  readonly #viewers = new Set<(event: ConsoleEvent) => void>()
  readonly #log: ReturnType<typeof createConsoleLog>
  readonly #poll: ReturnType<typeof createUsagePoll>
  #stats: GameStats[] = []
  #game: GameState | null = null
  #link: ConsoleLink = connecting
  #socket: WingsSocket | null = null
  /** Counts connections: what an older one still says is not heard. */
  #attempt = 0
  #tries = 0
  #liveSince = Number.POSITIVE_INFINITY
  #refreshedAt = Number.NEGATIVE_INFINITY
  #replay: string[] | null = null
  #undoFlush: (() => void) | null = null
  #undoReplay: (() => void) | null = null
  #undoIdle: (() => void) | null = null
  #undoRetry: (() => void) | null = null
  #undoProbe: (() => void) | null = null

  constructor(deps: RelayDeps) {
    this.#deps = deps
    this.#log = createConsoleLog(deps.timers.steady)
    this.#poll = createUsagePoll({
      ...deps,
      show: ({ state, use }) => {
        if (state !== null) this.#setGame(state)
        this.#addStats({ at: deps.timers.now(), ...use })
      },
    })
  }

  watch(show: (event: ConsoleEvent) => void): () => void {
    this.#flush()
    this.#undoIdle?.()
    this.#undoIdle = null
    const isFirst = this.#viewers.size === 0
    this.#viewers.add(show)
    show(this.#snapshot())
    if (isFirst && this.#attempt === 0) void this.#connect()
    return () => {
      this.#viewers.delete(show)
      if (this.#viewers.size > 0 || this.#undoIdle) return
      this.#undoIdle = this.#deps.timers.after(lingerMs, () => {
        this.close()
        this.#deps.onIdle()
      })
    }
  }

  /** Null where the node does not say it right now. */
  get liveGame(): GameState | null {
    return this.#link.state === 'live' ? this.#game : null
  }

  /** The latest report; null where none has come lately. */
  usage(): PanelUsage | null {
    if (this.#game === 'offline' && this.#link.state === 'live') return { state: 'offline', use: unused }
    const latest = this.#stats.at(-1)
    if (!latest || this.#game === null || Math.abs(this.#deps.timers.now() - latest.at) > freshMs) return null
    const { at: _at, ...use } = latest
    return { state: this.#game, use }
  }

  close() {
    this.#attempt += 1
    for (const undo of [this.#undoFlush, this.#undoReplay, this.#undoIdle, this.#undoRetry, this.#undoProbe])
      undo?.()
    this.#poll.stop()
    this.#socket?.close()
    this.#socket = null
  }

  #snapshot(): ConsoleEvent {
    const { epoch } = this.#log
    const [lines, stats] = [[...this.#log.latest()], [...this.#stats]]
    return { name: 'snapshot', data: { epoch, lines, stats, game: this.#game, link: this.#link } }
  }

  #show(event: ConsoleEvent) {
    for (const show of this.#viewers) show(event)
  }

  #setLink(link: ConsoleLink) {
    this.#link = link
    this.#show({ name: 'link', data: link })
  }

  async #connect() {
    this.#attempt += 1
    const attempt = this.#attempt
    const isCurrent = () => attempt === this.#attempt
    this.#setLink(connecting)
    try {
      const { live, uuid } = await this.#deps.find()
      const { socket, token, origin } = await live.openSocket(uuid)
      if (!isCurrent()) return
      const opened = await openWingsSocket(
        { socket, origin },
        {
          onOpen: () => isCurrent() && this.#socket?.send('auth', token),
          onEvent: (event, text) => isCurrent() && this.#hear(event, text),
          onEnd: () => isCurrent() && this.#fail('node'),
        },
      )
      if (!isCurrent()) return opened.close()
      this.#socket = opened
    } catch (error) {
      if (!isCurrent()) return
      if (isPanelError(error)) this.#fail(problemOf[error.reason], error.retryAfterMs)
      // An address that is no address, for instance.
      else this.#fail('node')
    }
  }

  #fail(problem: Problem, retryAfterMs = 0) {
    const { timers } = this.#deps
    this.#attempt += 1
    this.#socket?.close()
    this.#socket = null
    this.#undoProbe?.()
    // A node that takes us and throws us out again is not asked at once each time.
    if (timers.steady() - this.#liveSince >= stableMs) this.#tries = 0
    this.#liveSince = Number.POSITIVE_INFINITY
    const waitMs = Math.max(waitBefore(this.#tries), retryAfterMs)
    this.#tries += 1
    this.#setLink({ state: 'waiting', problem, retryAt: timers.now() + waitMs })
    this.#undoRetry = timers.after(waitMs, () => void this.#connect())
    // The panel answers although its node does not, or although it gives no more tokens for this server right now.
    if (problem === 'node' || problem === 'busy') this.#poll.start()
    else this.#poll.stop()
  }

  #hear(event: string, text: string) {
    const { timers } = this.#deps
    if (event === 'auth success') return this.#begin()
    if (event === 'token expiring' || event === 'token expired') return void this.#refresh()
    if (event === 'jwt error') return isOutdated(text) ? void this.#refresh() : this.#fail('node')
    if (event === 'status') return this.#setGame(text, true)
    if (event === 'console output') return this.#write(text, 'game')
    if (event === 'daemon message' || event === 'daemon error') return this.#write(text, 'daemon')
    if (event === 'install output') return this.#write(text, 'install')
    if (event === 'deleted') return this.#fail('missing')
    // The server moves to another node, whose socket has another address.
    if (event === 'transfer status' && !['starting', 'success'].includes(text)) return this.#fail('node')
    if (event !== 'stats') return
    const stats = readStats(text, timers.now())
    if (stats) this.#addStats(stats)
  }

  #addStats(stats: GameStats) {
    this.#stats = [...this.#stats.slice(1 - statsKept), stats]
    this.#show({ name: 'stats', data: stats })
  }

  #begin() {
    // A refreshed token is accepted with the same word.
    if (this.#link.state === 'live') return
    const { timers } = this.#deps
    this.#liveSince = timers.steady()
    this.#setLink(isLive)
    this.#poll.stop()
    this.#undoReplay?.()
    this.#replay = this.#log.isEmpty() ? null : []
    this.#socket?.send('send logs')
    this.#socket?.send('send stats')
    this.#probeLater()
  }

  #probeLater() {
    this.#undoProbe?.()
    this.#undoProbe = this.#deps.timers.after(probeMs, () => {
      this.#socket?.probe()
      this.#probeLater()
    })
  }

  /** The same socket goes on with a new token; without one it is tried again when the node complains next. */
  async #refresh() {
    const { timers, find } = this.#deps
    if (timers.steady() - this.#refreshedAt < refreshPauseMs) return
    this.#refreshedAt = timers.steady()
    const socket = this.#socket
    try {
      const { live, uuid } = await find()
      const { token } = await live.openSocket(uuid)
      socket?.send('auth', token)
    } catch (error) {
      if (!isPanelError(error)) throw error
      this.#refreshedAt = Number.NEGATIVE_INFINITY
    }
  }

  #setGame(text: string, isOfNode = false) {
    if (!isState(text) || text === this.#game) return
    this.#game = text
    if (isOfNode) this.#deps.onGame(text)
    this.#show({ name: 'game', data: { state: text } })
  }

  /** After a new connection the node repeats its last lines: those that are known already are not added again. */
  #endReplay() {
    const replay = this.#replay ?? []
    this.#replay = null
    for (const text of replay.slice(overlap(this.#log.texts(), replay))) this.#write(text, 'game')
  }

  #write(text: string, from: 'game' | 'daemon' | 'install') {
    if (this.#replay && from === 'game') {
      // From the first line on: how long a busy node takes to begin is not known.
      if (this.#replay.length === 0)
        this.#undoReplay = this.#deps.timers.after(replayMs, () => this.#endReplay())
      this.#replay.push(text)
      return
    }
    this.#log.add(text, from)
    // Many lines at once are one event.
    this.#undoFlush ??= this.#deps.timers.after(flushMs, () => this.#flush())
  }

  #flush() {
    this.#undoFlush?.()
    this.#undoFlush = null
    const fresh = this.#log.take()
    if (fresh) this.#show({ name: 'lines', data: fresh })
  }
}
