import { readAnalytics } from '@spawnpoint/contracts/admin-home'
import { BuildQueue } from '@spawnpoint/contracts/server-queue'
import { type ServersService, Servers } from '@spawnpoint/contracts/servers'
import { type UsersService, Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import { answer, type AuditService, Audit, Clock } from '@spawnpoint/sdk/server'

const HOUR_MS = 3_600_000
const HOURS = 24

const uses = {
  audit: Audit,
  clock: Clock,
  users: optional(Users),
  servers: optional(Servers),
  queue: optional(BuildQueue),
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

export const handleReadAnalytics = answer(readAnalytics, uses, async (services) => {
  const now = services.clock.now().getTime()
  const since = new Date(now - HOURS * HOUR_MS)
  const [users, servers, queue, activity] = await Promise.all([
    countUsers(services.users.get(), since),
    countServers(services.servers.get(), since),
    services.queue.get()?.countOpen() ?? null,
    countActivity(services.audit, now),
  ])
  return { users, servers, queue, activity }
})
