import type { ConsoleEvent, ConsoleEvents } from '@spawnpoint/contracts/panel'
import { createStore } from '@spawnpoint/sdk/browser'
import { plainText } from './ansi.ts'

export const linesShown = 1_000
// Ten minutes, a report a second.
const statsShown = 600

type Snapshot = ConsoleEvents['snapshot']

/** A line, with its text free of colors: it is searched at each key. */
export type ShownLine = Snapshot['lines'][number] & { readonly plain: string }

export interface ConsoleState {
  readonly epoch: string | null
  readonly lines: readonly ShownLine[]
  /** Lines that came too fast to be shown, in all. */
  readonly dropped: number
  readonly stats: Snapshot['stats']
  readonly game: Snapshot['game']
  /** Null until the server has answered. */
  readonly link: Snapshot['link'] | null
  /** The server does not let us watch, or no longer. */
  readonly isRefused: boolean
}

const start: ConsoleState = {
  epoch: null,
  lines: [],
  dropped: 0,
  stats: [],
  game: null,
  link: null,
  isRefused: false,
}

const shown = (lines: Snapshot['lines']): ShownLine[] =>
  lines.map((line) => ({ ...line, plain: plainText(line.text) }))

/** After a pause the server repeats what it keeps; older lines of the same console stay. */
const takeOver = (state: ConsoleState, { epoch, lines, stats, game, link }: Snapshot): ConsoleState => {
  const first = lines[0]?.n ?? Number.POSITIVE_INFINITY
  const known = epoch === state.epoch ? state.lines.filter(({ n }) => n < first) : []
  return {
    ...state,
    epoch,
    lines: [...known, ...shown(lines)].slice(-linesShown),
    stats,
    game,
    link,
    isRefused: false,
  }
}

const reduce = (state: ConsoleState, event: ConsoleEvent): ConsoleState => {
  if (event.name === 'snapshot') return takeOver(state, event.data)
  if (event.name === 'link') return { ...state, link: event.data }
  if (event.name === 'game') return { ...state, game: event.data.state }
  if (event.name === 'stats') return { ...state, stats: [...state.stats.slice(1 - statsShown), event.data] }
  const lines = [...state.lines, ...shown(event.data.lines)].slice(-linesShown)
  return { ...state, lines, dropped: state.dropped + event.data.dropped }
}

/** The console of a server as this page knows it. */
export const createConsole = () => {
  const store = createStore(() => start)
  return {
    store,
    apply: (event: ConsoleEvent) => store.setState((state) => reduce(state, event), true),
    /** The connection to our own server is lost; the browser opens another. */
    lose: () => store.setState((state) => ({ ...state, link: null }), true),
    refuse: () => store.setState((state) => ({ ...state, isRefused: true }), true),
    clear: () => store.setState((state) => ({ ...state, lines: [], dropped: 0 }), true),
  }
}

export type Console = ReturnType<typeof createConsole>
