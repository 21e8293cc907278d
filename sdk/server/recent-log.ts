import { defineService } from '@spawnpoint/sdk/common'

/** A warning or an error that this process has logged; what could be a secret is cut out. @example line.message // 'a call failed' */
export interface LogLine {
  /** Rises with each line, from 1 at the start of the process. */
  readonly id: number
  readonly at: Date
  readonly level: 'warn' | 'error' | 'fatal'
  readonly message: string
  /** Id of the plugin that logged it; null for the product itself. */
  readonly plugin: string | null
  /** Id of the call in which it happened, as the answer carried it. */
  readonly request: string | null
  /** The error with its stack, and the further fields, as text. */
  readonly detail: string | null
}

/** The last warnings and errors of this process, whatever `LOG_LEVEL` says. @example recentLog.list().length // at most 200 */
export interface RecentLogService {
  /** Newest first. */
  list(): readonly LogLine[]
}

/** The token of {@link RecentLogService}. @example definePluginServer(builtin, { uses: { recentLog: RecentLog }, setup: ({ recentLog }) => console.log(recentLog.list()) }) */
export const RecentLog = defineService<RecentLogService>('kernel.recent-log')
