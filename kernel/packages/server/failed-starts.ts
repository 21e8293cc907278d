import type { Manifest } from '@spawnpoint/sdk/common'
import type pg from 'pg'
import type { FailedStarts } from '../../server/host/packaged-plugins.ts'
import type { Standing } from '../../server/host/plugin-host.ts'
import type { PluginStates, StoredPlugin } from '../../server/host/plugin-states.ts'

const MOST_IN_A_ROW = 2

interface Failure {
  readonly manifest: Manifest
  readonly changedAt: number
}

interface Wanted {
  readonly id: string
  readonly manifest: Manifest
}

const changedAt = (stored: StoredPlugin | undefined) => stored?.updated_at.getTime() ?? 0

/** Server modules that did not start: not tried again for nothing, and put into quarantine at the second time in a row. */
export function createFailedStarts(deps: {
  readonly pool: pg.Pool
  readonly states: Pick<PluginStates, 'quarantine'>
  standing(id: string): Standing
  stand(id: string, state: 'quarantined', reason: string): void
}): FailedStarts {
  const failures = new Map<string, Failure>()

  async function count(id: string): Promise<boolean> {
    const { reason } = deps.standing(id)
    const { rows } = await deps.pool.query<{ failed_starts: number }>(
      `insert into kernel.plugin (id, enabled, failed_starts) values ($1, true, 1)
       on conflict (id) do update set failed_starts = kernel.plugin.failed_starts + 1
       returning failed_starts`,
      [id],
    )
    if ((rows[0]?.failed_starts ?? 1) < MOST_IN_A_ROW) return false
    const why = `did not start twice in a row: ${reason ?? ''}`
    await deps.states.quarantine(id, why)
    deps.stand(id, 'quarantined', why)
    return true
  }

  return {
    /** The same build failed already, and nobody has touched it since. */
    isHopeless({ id, manifest }: Wanted, stored: StoredPlugin | undefined): boolean {
      const failure = failures.get(id)
      return failure?.manifest === manifest && failure.changedAt === changedAt(stored)
    },
    /**
     * Remembers what came of it. `counted` are those whose start this process was asked for; others only follow.
     * Answers whether one went into quarantine.
     */
    async settle(
      tried: readonly Wanted[],
      stored: ReadonlyMap<string, StoredPlugin>,
      counted: (id: string) => boolean,
    ): Promise<boolean> {
      let isAny = false
      const active = tried.filter(({ id }) => deps.standing(id).state === 'active').map(({ id }) => id)
      if (active.length > 0)
        await deps.pool.query(
          'update kernel.plugin set failed_starts = 0 where id = any($1) and failed_starts > 0',
          [active],
        )
      for (const { id, manifest } of tried) {
        const { state } = deps.standing(id)
        const hasFailed = state === 'failed' || state === 'migrationFailed'
        if (!hasFailed) failures.delete(id)
        if (!hasFailed) continue
        failures.set(id, { manifest, changedAt: changedAt(stored.get(id)) })
        // A migration is mended by the next build, not by another try.
        if (state === 'failed' && manifest.removable && counted(id) && (await count(id))) isAny = true
      }
      return isAny
    },
  }
}
