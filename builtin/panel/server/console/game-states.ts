import type { GameState } from '../../contract/console.ts'
import type { PanelLive } from '../../contract/panel.ts'
import { isPanelError } from '../../contract/panel-error.ts'
import type { RelayTimers } from './relay-timers.ts'

const freshMs = 30_000
/** The panel keeps an answer for so long: after a power signal it still says what was before. */
const staleMs = 20_000
const minuteMs = 60_000
/** As many as the budget lets out at once, so that consoles and power never wait behind a list. */
const shareOfBudget = 0.2

interface StatesDeps {
  find(panelId: number): Promise<{ readonly live: PanelLive; readonly uuid: string }>
  /** The state of a server whose node is connected right now. */
  watched(panelId: number): GameState | null
  readonly callsPerMinute: () => number
  readonly timers: RelayTimers
}

interface Known {
  readonly until: number
  readonly state: Promise<GameState | null>
}

/** The states of many games: each is asked once in 30 seconds, for all who look at it. */
export function createGameStates({ find, watched, callsPerMinute, timers }: StatesDeps) {
  const known = new Map<number, Known>()
  let minute = { from: Number.NEGATIVE_INFINITY, calls: 0 }

  const ask = async (panelId: number): Promise<GameState | null> => {
    try {
      const { live, uuid } = await find(panelId)
      return (await live.usage(uuid)).state
    } catch (error) {
      // Nothing is said about a game whose panel says nothing.
      if (!isPanelError(error)) throw error
      return null
    }
  }

  const mayAsk = (now: number): boolean => {
    if (now - minute.from >= minuteMs) {
      minute = { from: now, calls: 0 }
      for (const [panelId, { until }] of known) if (until <= now) known.delete(panelId)
    }
    if (minute.calls >= callsPerMinute() * shareOfBudget) return false
    minute.calls += 1
    return true
  }

  const read = async (panelId: number): Promise<GameState | null> => {
    const seen = watched(panelId)
    if (seen !== null) return seen
    const now = timers.steady()
    const before = known.get(panelId)
    if (before && before.until > now) return before.state
    if (!mayAsk(now)) return null
    const asked = { until: now + freshMs, state: ask(panelId) }
    known.set(panelId, asked)
    const state = await asked.state
    // A signal that was sent meanwhile has made the answer old.
    return known.get(panelId) === asked ? state : null
  }

  return {
    async readAll(panelIds: readonly number[]): Promise<ReadonlyMap<number, GameState>> {
      const states = await Promise.all(panelIds.map(async (id) => [id, await read(id)] as const))
      return new Map(states.flatMap(([id, state]) => (state === null ? [] : [[id, state] as const])))
    },
    /** Null: the next reader is told nothing of a game until the panel can know better. */
    hear(panelId: number, state: GameState | null) {
      const until = timers.steady() + (state === null ? staleMs : freshMs)
      known.set(panelId, { until, state: Promise.resolve(state) })
    },
  }
}
