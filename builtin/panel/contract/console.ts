import { defineService } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import type { PanelUsage } from './panel.ts'

export const powerSignals = ['start', 'stop', 'restart', 'kill'] as const
export type PowerSignal = (typeof powerSignals)[number]

/** State of the game itself, as the node's daemon says it. */
export const gameStates = ['offline', 'starting', 'running', 'stopping'] as const
export type GameState = (typeof gameStates)[number]

export const consoleLine = z.object({
  /** Rises by one from line to line of a console. */
  n: z.number(),
  text: z.string(),
  from: z.enum(['game', 'daemon', 'install']),
})
export type ConsoleLine = z.output<typeof consoleLine>

/** Memory, disk and network in bytes, CPU in percent of one core; the network counts from the start of the game. */
export const gameStats = z.object({
  at: z.number(),
  cpu: z.number(),
  memory: z.number(),
  disk: z.number(),
  received: z.number(),
  sent: z.number(),
  uptimeMs: z.number(),
})
export type GameStats = z.output<typeof gameStats>

/** Why there is no connection to the node; it is tried again all the same. */
export const linkProblems = ['panel', 'busy', 'key', 'missing', 'unavailable', 'node'] as const

/** The connection to the node. `waiting`: it is lost, and tried again at `retryAt`. */
export const consoleLink = z.object({
  state: z.enum(['connecting', 'live', 'waiting']),
  problem: z.enum(linkProblems).nullable(),
  retryAt: z.number().nullable(),
})
export type ConsoleLink = z.output<typeof consoleLink>

/** `snapshot` comes first, and whenever lines were lost: what it says replaces everything before it. */
export const consoleEvents = {
  snapshot: z.object({
    /** Another one means that lines are counted anew. */
    epoch: z.string(),
    lines: z.array(consoleLine),
    stats: z.array(gameStats),
    game: z.enum(gameStates).nullable(),
    link: consoleLink,
  }),
  /** `dropped`: lines that came too fast to be shown. */
  lines: z.object({ lines: z.array(consoleLine), dropped: z.number() }),
  stats: gameStats,
  game: z.object({ state: z.enum(gameStates) }),
  link: consoleLink,
}
export type ConsoleEvents = { [Name in keyof typeof consoleEvents]: z.output<(typeof consoleEvents)[Name]> }
export type ConsoleEvent = {
  [Name in keyof ConsoleEvents]: { readonly name: Name; readonly data: ConsoleEvents[Name] }
}[keyof ConsoleEvents]

/** Consoles of game servers: one connection to the node for all who watch a server. */
/**
 * A server of the panel by its number and its short id. After a change or restore of panels the number is somebody else's:
 * one with another short id is not found.
 */
export interface ConsoleTarget {
  readonly panelId: number
  readonly identifier: string
}

export interface PanelConsolesService {
  /** False until the operator gives the panel a client API key. */
  available(): boolean
  /** Reports everything about a server to `show`, beginning with a snapshot; the returned function ends that. */
  watch(server: ConsoleTarget, show: (event: ConsoleEvent) => void): () => void
  /** The states of games by the number of their server; a game of which nothing fresh is known is absent. */
  states(panelIds: readonly number[]): Promise<ReadonlyMap<number, GameState>>
  /** State and use of now: from the console where somebody watches it here, else from the panel. Rejects with a `PanelError`. */
  usage(server: ConsoleTarget): Promise<PanelUsage>
  /** Rejects with a `PanelError`. */
  power(server: ConsoleTarget, signal: PowerSignal): Promise<void>
  /** Rejects with a `PanelError`, whose code is `SERVER_OFFLINE` while the game does not run. */
  command(server: ConsoleTarget, command: string): Promise<void>
}

export const PanelConsoles = defineService<PanelConsolesService>('panel.consoles')
