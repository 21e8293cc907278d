import type { GameState, PanelConsolesService } from '../../contract/console.ts'
import type { Panel } from '../../contract/panel.ts'
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
  const uuids = new WeakMap<Panel, Map<number, string>>()
  return async (panelId: number) => {
    const panel = await current()
    const { live } = panel
    if (!live)
      throw new PanelError('unauthorized', { detail: 'No client key is set.', code: 'NO_CLIENT_KEY' })
    const known = uuids.get(panel) ?? new Map<number, string>()
    uuids.set(panel, known)
    const uuid = known.get(panelId) ?? (await panel.getServer(panelId)).uuid
    known.set(panelId, uuid)
    return { live, uuid }
  }
}

/** The consoles that somebody watches in this process. */
export const createConsoles = (deps: ConsolesDeps) => {
  const { current, available, callsPerMinute, timers = realTimers, announce } = deps
  const relays = new Map<number, ConsoleRelay>()
  const find = createFinder(current)
  const watched = (panelId: number) => relays.get(panelId)?.liveGame ?? null
  const states = createGameStates({ find, watched, callsPerMinute, timers })

  const service: PanelConsolesService = {
    available,
    states: states.readAll,
    watch(panelId, show) {
      const relay =
        relays.get(panelId) ??
        new ConsoleRelay({
          find: () => find(panelId),
          onGame: (state) => announce?.(panelId, state),
          timers,
          onIdle: () => relays.delete(panelId),
        })
      relays.set(panelId, relay)
      return relay.watch(show)
    },
    async usage(panelId) {
      const seen = relays.get(panelId)?.usage()
      if (seen) return seen
      const { live, uuid } = await find(panelId)
      return live.usage(uuid)
    },
    async power(panelId, signal) {
      const { live, uuid } = await find(panelId)
      try {
        await live.power(uuid, signal)
      } finally {
        // A signal without an answer may have arrived.
        states.hear(panelId, null)
        announce?.(panelId, null)
      }
    },
    async command(panelId, command) {
      const { live, uuid } = await find(panelId)
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
