import { readAnalytics } from '@spawnpoint/contracts/admin-home'
import type { BuildQueueService } from '@spawnpoint/contracts/server-queue'
import type { ServersService } from '@spawnpoint/contracts/servers'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type AuditService, type ClockService } from '@spawnpoint/sdk/server'

const HOUR_MS = 3_600_000
const HOURS = 24

interface Uses {
  readonly audit: AuditService
  readonly clock: ClockService
  readonly users: Live<UsersService>
  readonly servers: Live<ServersService>
  readonly queue: Live<BuildQueueService>
}

async function countUsers(users: UsersService | null, since: Date) {
  return users && { new: await users.countNew(since) }
}

async function countServers(service: ServersService | null, since: Date) {
  if (!service) return null
  const [fresh, { servers, ...amounts }] = await Promise.all([service.countNew(since), service.figures()])
  return { new: fresh, all: servers, ...amounts }
}

/** The hour that runs and the 23 before it. */
async function countActivity(audit: AuditService, now: number) {
  const from = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS)
  return { from: from.toISOString(), entries: [...(await audit.countByHour(from, HOURS))] }
}

export const handleReadAnalytics = (uses: Uses) =>
  answer(readAnalytics, async () => {
    const now = uses.clock.now().getTime()
    const since = new Date(now - HOURS * HOUR_MS)
    const [users, servers, queue, activity] = await Promise.all([
      countUsers(uses.users.get(), since),
      countServers(uses.servers.get(), since),
      uses.queue.get()?.countOpen() ?? null,
      countActivity(uses.audit, now),
    ])
    return { users, servers, queue, activity }
  })
