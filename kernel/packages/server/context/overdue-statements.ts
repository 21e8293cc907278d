import type { LogService } from '@spawnpoint/sdk/server'
import type pg from 'pg'

const EVERY_MS = 5_000

/**
 * A session may set its own time limits aside, and advisory locks belong to the whole database: nobody but another session
 * can end it then. Looks while plugins with a role of their own are on.
 */
export function watchOverdueStatements(pool: pg.Pool, log: LogService) {
  const roles = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let looking = false

  async function look() {
    if (looking) return
    looking = true
    try {
      const { rows } = await pool.query<{ role: string }>(
        `select usename as role, pg_terminate_backend(pid) from pg_stat_activity
         where usename = any($1) and datname = current_database() and (
           (state = 'active' and query_start < now() - interval '15 s')
           or (state like 'idle in transaction%' and state_change < now() - interval '20 s')
           or xact_start < now() - interval '60 s'
           or pid in (
             select unnest(pg_blocking_pids(held.pid)) from pg_stat_activity as held
             where held.usename = current_user and held.wait_event_type = 'Lock' and held.wait_event = 'advisory'))`,
        [[...roles.keys()]],
      )
      for (const { role } of rows)
        log.warn({ role }, 'a statement of a plugin ran too long, or held up the product, and was ended')
    } catch (error) {
      log.warn({ err: error }, 'the statements of plugins could not be looked at')
    } finally {
      looking = false
    }
  }

  return {
    /** Returns its undo. */
    watch(role: string): () => void {
      roles.set(role, (roles.get(role) ?? 0) + 1)
      timer ??= setInterval(() => void look(), EVERY_MS).unref()
      return () => {
        const left = (roles.get(role) ?? 1) - 1
        if (left > 0) return void roles.set(role, left)
        roles.delete(role)
        if (roles.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

export type OverdueStatements = ReturnType<typeof watchOverdueStatements>
