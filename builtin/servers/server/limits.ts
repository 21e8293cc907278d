import { limitFailures, type Allowance, type Limits, type OrderFailure } from '@spawnpoint/contracts/servers'
import { orderFailures, resourceKeys, type ResourceKey } from '@spawnpoint/contracts/servers/schemas'
import type { HeldResources, Resources } from '@spawnpoint/contracts/server-queue'
import { EndpointFailure, type Queries } from '@spawnpoint/sdk/server'
import { readAllowance } from './allowance-queries.ts'
import { sumServers } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'

export const refuse = (code: OrderFailure, details?: Record<string, number | string>) =>
  new EndpointFailure(code, orderFailures[code], details ? { details } : {})

const keys = ['slots', ...resourceKeys] as const

const each = (of: (key: (typeof keys)[number]) => number): Limits => ({
  slots: of('slots'),
  memory: of('memory'),
  cpu: of('cpu'),
  disk: of('disk'),
  databases: of('databases'),
  backups: of('backups'),
  allocations: of('allocations'),
})

export const limitsOf = ({ ports, ...rest }: Allowance): Limits => ({ ...rest, allocations: ports })
export const allowanceOf = ({ allocations, ...rest }: Limits): Allowance => ({ ...rest, ports: allocations })

/** Resources of queued and live servers. Builds are read first: one that finishes in between counts twice rather than never. */
export const readUsage = async (
  { queue }: Pick<ServerUses, 'queue'>,
  db: Queries,
  owner: string,
): Promise<Limits> => {
  const queued: HeldResources = await queue.held(db, owner)
  const live = await sumServers(db, owner)
  return each((key) => queued[key] + live[key])
}

export const readLimits = async (uses: Pick<ServerUses, 'queue' | 'db' | 'settings'>, owner: string) => {
  const total = limitsOf(await readAllowance(uses.db.orm, uses.settings, owner))
  const used = await readUsage(uses, uses.db.orm, owner)
  // Less than nothing is free where staff went beyond the limits, or lowered them.
  return { used, total, free: each((key) => Math.max(0, total[key] - used[key])) }
}

const overLimit = (key: ResourceKey, wanted: Resources, used: Limits, total: Limits) =>
  wanted[key] > 0 && used[key] + wanted[key] > total[key]

/** Refuses what does not fit into the limits any more. */
export const checkLimits = (wanted: Resources, used: Limits, total: Limits, slots: number): void => {
  if (slots > 0 && used.slots + slots > total.slots)
    throw refuse('SERVERS_NO_SLOT', {
      required: used.slots + slots,
      used: used.slots,
      attempted: slots,
      limit: total.slots,
    })
  const over = resourceKeys.find((key) => overLimit(key, wanted, used, total))
  if (!over) return
  throw refuse(limitFailures[over], {
    required: used[over] + wanted[over],
    used: used[over],
    attempted: wanted[over],
    limit: total[over],
    available: Math.max(0, total[over] - used[over]),
  })
}
