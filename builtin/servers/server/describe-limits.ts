import type { SessionEntries } from '@spawnpoint/sdk/server'
import { readAllowance } from './allowance-queries.ts'
import { countServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'

/** What the session says of a person's limits and servers. */
export const describeLimits =
  ({ db, settings }: Pick<ServerUses, 'db' | 'settings'>) =>
  async ({ id }: { readonly id: string }): Promise<SessionEntries> => {
    const limits = await readAllowance(db.orm, settings, id)
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
      stats: { servers: await countServersOf(db.orm, id) },
    }
  }
