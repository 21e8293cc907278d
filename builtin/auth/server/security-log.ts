import type { EventType } from '@spawnpoint/sdk/common'
import type { AuditService, EventsService, LogService, Queries } from '@spawnpoint/sdk/server'
import type { z } from 'zod'

interface SecurityLogDeps {
  readonly audit: AuditService
  readonly events: EventsService
  readonly serverLog: Pick<LogService, 'warn'>
}

/** Writes what happened to an account where its owner and staff can read it, and tells other plugins. */
export const createSecurityLog = ({ audit, events, serverLog }: SecurityLogDeps) => {
  /** Since this process started, for `/api/metrics`. */
  const counts = { succeeded: 0, failed: 0 }
  return {
    counts,
    async record(
      tx: Queries,
      entry: {
        user: string | null
        action: string
        actor?: string | null
        ip?: string
        attempt?: boolean
      },
    ) {
      // One line for each, by which an operator's firewall finds who guesses passwords.
      if (entry.attempt) {
        counts.failed += 1
        serverLog.warn({ ip: entry.ip, user: entry.user, action: entry.action }, 'log-in failed')
      }
      if (entry.action === 'logged-in') counts.succeeded += 1
      await audit.write(tx, {
        actor: entry.actor === undefined ? entry.user : entry.actor,
        action: `auth:${entry.action}`,
        ...(entry.user === null ? {} : { target: entry.user }),
        ...(entry.ip ? { ip: entry.ip } : {}),
        ...(entry.attempt ? { attempt: true } : {}),
      })
    },
    tell: <S extends z.ZodType>(tx: Queries, event: EventType<S>, payload: z.input<S>) =>
      events.emit(tx, event, payload),
  }
}

export type SecurityLog = ReturnType<typeof createSecurityLog>
