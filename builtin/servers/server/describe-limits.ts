import type { SessionEntries } from '@spawnpoint/sdk/server'
import { readAllowance } from './allowance-queries.ts'
import { countServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'

/** Limits and server count for the session answer. */
export const describeLimits =
  ({ db, settings, queue }: Pick<ServerUses, 'db' | 'settings' | 'queue'>) =>
  async ({ id }: { readonly id: string }): Promise<SessionEntries> => {
    const [limits, queued] = await Promise.all([readAllowance(db.orm, settings, id), queue.held(db.orm, id)])
    // Builds first: one that ends in between is counted twice rather than not at all.
    const live = await countServersOf(db.orm, id)
    return {
      userInfo: {
        memory_limit: limits.memory,
        disk_limit: limits.disk,
        cpu_limit: limits.cpu,
        server_limit: limits.slots,
        backup_limit: limits.backups,
        database_limit: limits.databases,
        allocation_limit: limits.ports,
      },
      // Counts every server that holds a slot, as the server list does.
      stats: { servers: queued.slots + live },
    }
  }
