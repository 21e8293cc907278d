/** Report of a tab that had to switch off a plugin, or in which it failed to start. */
export interface FaultReport {
  readonly plugin: string
  readonly version: string
  readonly effect: string
  readonly stack: string
  /** For staff to read; it counts against nothing. */
  readonly isNote?: true | undefined
}

export interface PluginReport {
  readonly faults: readonly FaultReport[]
}

export const REPORTS_PATH = '/api/system/plugin-faults'

/** Anybody who is signed in may send one, and a page sends one at each load where boot code fails. A person has one row for each plugin. */
export const reportLimits = { entries: 20, text: 200, stack: 4_000, bytes: 32_768, perMinute: 30 } as const
