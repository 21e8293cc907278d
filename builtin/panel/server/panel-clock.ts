import { setTimeout as wait } from 'node:timers/promises'

export type PanelClock = { now(): number; sleep(ms: number): Promise<void> }

export const wallClock: PanelClock = { now: Date.now, sleep: (ms) => wait(ms) }
