import type { Allowance } from '@spawnpoint/contracts/servers'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, sql, sum } from 'drizzle-orm'
import { pluginGrant } from './tables.ts'

export type PluginGrant = typeof pluginGrant.$inferSelect

/** Calls with the same key come one after the other. */
export const lockGrantKey = (tx: Queries, plugin: string, key: string) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('servers.grant:' || ${plugin} || ':' || ${key}, 0))`,
  )

export const insertGrant = (tx: Queries, row: typeof pluginGrant.$inferInsert) =>
  tx.insert(pluginGrant).values(row)

export const findGrant = async (db: Queries, plugin: string, key: string): Promise<PluginGrant | null> => {
  const [found] = await db
    .select()
    .from(pluginGrant)
    .where(and(eq(pluginGrant.plugin, plugin), eq(pluginGrant.key, key)))
  return found ?? null
}

/** All that a plugin gave a user, less what it took back. */
export const sumGrants = async (db: Queries, plugin: string, owner: string): Promise<Allowance> => {
  const total = (column: Parameters<typeof sum>[0]) => sum(column).mapWith(Number)
  const [row] = await db
    .select({
      memory: total(pluginGrant.memory),
      disk: total(pluginGrant.disk),
      cpu: total(pluginGrant.cpu),
      ports: total(pluginGrant.ports),
      databases: total(pluginGrant.databases),
      backups: total(pluginGrant.backups),
      slots: total(pluginGrant.slots),
    })
    .from(pluginGrant)
    .where(and(eq(pluginGrant.plugin, plugin), eq(pluginGrant.owner, owner)))
  const { memory, disk, cpu, ports, databases, backups, slots } = row ?? {}
  return {
    memory: memory ?? 0,
    disk: disk ?? 0,
    cpu: cpu ?? 0,
    ports: ports ?? 0,
    databases: databases ?? 0,
    backups: backups ?? 0,
    slots: slots ?? 0,
  }
}

export const deleteGrantsOf = (db: Queries, owner: string) =>
  db.delete(pluginGrant).where(eq(pluginGrant.owner, owner))
