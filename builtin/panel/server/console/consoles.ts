import type { ConsoleTarget, GameState, PanelConsolesService } from '../../contract/console.ts'
import type { Panel, PanelServer } from '../../contract/panel.ts'
import { PanelError } from '../../contract/panel-error.ts'
import { ConsoleRelay } from './console-relay.ts'
import { createGameStates } from './game-states.ts'
import { realTimers, type RelayTimers } from './relay-timers.ts'

interface ConsolesDeps {
  readonly current: () => Promise<Panel>
  readonly available: () => boolean
  readonly callsPerMinute: () => number
  readonly timers?: RelayTimers
  /** Tells the other processes what a node says of a game, or null for a power signal. */
  readonly announce?: (panelId: number, state: GameState | null) => void
}

/** Finds the client API of the panel of today and the long id of a server, by which that API knows it. */
const createFinder = (current: ConsolesDeps['current']) => {
  // A server keeps its long id for life; the panel in whose list it stands may change.
  const found = new WeakMap<Panel, Map<number, Pick<PanelServer, 'uuid' | 'identifier'>>>()
  return async (panelId: number, identifier?: string) => {
    const panel = await current()
    const { live } = panel
    if (!live)
      throw new PanelError('unauthorized', { detail: 'No client key is set.', code: 'NO_CLIENT_KEY' })
    const known = found.get(panel) ?? new Map<number, Pick<PanelServer, 'uuid' | 'identifier'>>()
    found.set(panel, known)
    const server = known.get(panelId) ?? (await panel.getServer(panelId))
    known.set(panelId, server)
    if (identifier !== undefined && server.identifier !== identifier)
      throw new PanelError('not-found', { detail: 'The server of this number is another one.' })
    return { live, uuid: server.uuid }
  }
}

/** The consoles that somebody watches in this process. */
export const createConsoles = (deps: ConsolesDeps) => {
  const { current, available, callsPerMinute, timers = realTimers, announce } = deps
  // By number and short id, so that two rows that claim one number never share what one of them may see.
  const relays = new Map<string, ConsoleRelay>()
  const keyOf = ({ panelId, identifier }: ConsoleTarget) => `${panelId}/${identifier}`
  const find = createFinder(current)
  const watched = (panelId: number) =>
    [...relays].find(([key, { liveGame }]) => liveGame !== null && key.startsWith(`${panelId}/`))?.[1]
      .liveGame ?? null
  const states = createGameStates({ find, watched, callsPerMinute, timers })

  const service: PanelConsolesService = {
    available,
    states: states.readAll,
    watch(server, show) {
      const { panelId, identifier } = server
      const key = keyOf(server)
      const relay =
        relays.get(key) ??
        new ConsoleRelay({
          find: () => find(panelId, identifier),
          onGame: (state) => announce?.(panelId, state),
          timers,
          onIdle: () => relays.delete(key),
        })
      relays.set(key, relay)
      return relay.watch(show)
    },
    async usage(server) {
      const seen = relays.get(keyOf(server))?.usage()
      if (seen) return seen
      const { live, uuid } = await find(server.panelId, server.identifier)
      return live.usage(uuid)
    },
    async power({ panelId, identifier }, signal) {
      const { live, uuid } = await find(panelId, identifier)
      try {
        await live.power(uuid, signal)
      } finally {
        // A signal without an answer may have arrived.
        states.hear(panelId, null)
        announce?.(panelId, null)
      }
    },
    async command({ panelId, identifier }, command) {
      const { live, uuid } = await find(panelId, identifier)
      await live.command(uuid, command)
    },
  }
  return {
    service,
    /** Takes over the state of a game that another process has told. */
    hear: states.hear,
    dispose() {
      for (const relay of relays.values()) relay.close()
      relays.clear()
    },
  }
}
