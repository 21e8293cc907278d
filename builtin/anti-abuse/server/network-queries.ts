import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { network, providerList } from './tables.ts'

type Origin = typeof network.$inferSelect.origin

/** The narrowest listed network that holds this address. */
export async function findNetwork(db: Queries, ip: string): Promise<string | null> {
  const { rows } = await db.execute<{ range: string }>(
    sql`select range::text as range from anti_abuse.network where range >>= ${ip}::inet
      order by masklen(range) desc limit 1`,
  )
  return rows[0]?.range ?? null
}

export async function replaceNetworksOf(
  tx: Transaction,
  origin: Origin,
  networks: readonly string[],
): Promise<number> {
  await tx.delete(network).where(eq(network.origin, origin))
  const { rowCount } = await tx.execute(
    sql`insert into anti_abuse.network (origin, range)
      select distinct ${origin}, network(each::inet) from json_array_elements_text(${JSON.stringify(networks)}::json) each`,
  )
  return rowCount ?? 0
}

export async function listNetworks(db: Queries, origin: Origin): Promise<readonly string[]> {
  const rows = await db
    .select({ range: network.range })
    .from(network)
    .where(eq(network.origin, origin))
    .orderBy(network.range)
  return rows.map(({ range }) => range)
}

export const countNetworks = (db: Queries, origin: Origin) => db.$count(network, eq(network.origin, origin))

export const findProviderList = async (db: Queries) => (await db.select().from(providerList))[0] ?? null

export const saveProviderList = (db: Queries, url: string, readAt: Date) =>
  db
    .insert(providerList)
    .values({ url, readAt })
    .onConflictDoUpdate({ target: providerList.id, set: { url, readAt } })

export const forgetProviderList = (db: Queries) => db.delete(providerList)
