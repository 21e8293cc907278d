import { setTimeout as wait } from 'node:timers/promises'

export type PanelClock = { now(): number; sleep(ms: number): Promise<void> }

/** Never set back or forward: a corrected clock of the machine must not close the panel for hours. */
export const steadyClock: PanelClock = { now: () => performance.now(), sleep: (ms) => wait(ms) }
