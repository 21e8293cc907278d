import type { DeliveryStatus } from '@spawnpoint/contracts/webhooks/schemas'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, count, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { delivery, pluginAddress, type PluginAddress } from './tables.ts'

export interface NewAddress {
  readonly plugin: string
  readonly mark: string
  readonly host: string
  /** Sealed, as is the secret. */
  readonly address: string
  readonly secret: string | null
  readonly usedAt: Date
}

/** Keeps an address with the secret that signs from now on. Its row stays locked until the transaction ends. */
export async function saveAddress(
  tx: Queries,
  values: NewAddress,
): Promise<Pick<PluginAddress, 'id' | 'pausedAt' | 'failingSince'>> {
  const { address, secret, usedAt } = values
  const [row] = await tx
    .insert(pluginAddress)
    .values({ ...values, id: createRowId(usedAt.getTime()) })
    .onConflictDoUpdate({
      target: [pluginAddress.plugin, pluginAddress.mark],
      set: { address, secret, usedAt },
    })
    .returning({
      id: pluginAddress.id,
      pausedAt: pluginAddress.pausedAt,
      failingSince: pluginAddress.failingSince,
    })
  if (!row) throw new Error('an upsert returns its row')
  return row
}

export async function findByKey(db: Queries, plugin: string, key: string) {
  const [row] = await db
    .select({ id: delivery.id, status: delivery.status })
    .from(delivery)
    .where(and(eq(delivery.plugin, plugin), eq(delivery.key, key)))
  return row ?? null
}

const isWaiting = inArray(delivery.status, ['pending', 'held'])

/** Counts no further than `most`. */
export async function countWaiting(db: Queries, plugin: string, most: number): Promise<number> {
  const waiting = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(eq(delivery.plugin, plugin), isWaiting))
    .limit(most)
    .as('waiting')
  const [row] = await db.select({ waiting: count() }).from(waiting)
  return row?.waiting ?? 0
}

interface PageRequest {
  readonly status?: DeliveryStatus | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Messages of plugins as lists show them, to be narrowed. */
export const listedMessages = (db: Queries) =>
  db
    .select({
      id: delivery.id,
      event: delivery.event,
      host: pluginAddress.host,
      status: delivery.status,
      attempts: delivery.attempts,
      problem: delivery.problem,
      httpStatus: delivery.httpStatus,
      createdAt: delivery.createdAt,
      nextAt: delivery.nextAt,
    })
    .from(delivery)
    .innerJoin(pluginAddress, eq(pluginAddress.id, delivery.addressId))

export async function pageOfMessages(db: Queries, plugin: string, { status, before, limit }: PageRequest) {
  const where = and(
    eq(delivery.plugin, plugin),
    status === undefined ? undefined : eq(delivery.status, status),
    before === undefined ? undefined : lt(delivery.id, before),
  )
  const rows = await listedMessages(db)
    .where(where)
    .orderBy(desc(delivery.id))
    .limit(limit + 1)
  return { messages: rows.slice(0, limit), hasMore: rows.length > limit }
}

export const moveMessage = (tx: Queries, id: string, addressId: string) =>
  tx.update(delivery).set({ addressId }).where(eq(delivery.id, id))

const MOST_ADDRESSES = 50

/** The addresses of a plugin, those in trouble first. */
export const listAddresses = (db: Queries, plugin: string) =>
  db
    .select({
      id: pluginAddress.id,
      host: pluginAddress.host,
      failingSince: pluginAddress.failingSince,
      pausedAt: pluginAddress.pausedAt,
    })
    .from(pluginAddress)
    .where(eq(pluginAddress.plugin, plugin))
    .orderBy(sql`${pluginAddress.pausedAt} desc nulls last`, desc(pluginAddress.usedAt))
    .limit(MOST_ADDRESSES)

export async function isAddressOf(db: Queries, plugin: string, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: pluginAddress.id })
    .from(pluginAddress)
    .where(and(eq(pluginAddress.id, id), eq(pluginAddress.plugin, plugin)))
  return rows.length === 1
}

export const listPausedAddresses = (db: Queries) =>
  db
    .select({ plugin: pluginAddress.plugin, host: pluginAddress.host })
    .from(pluginAddress)
    .where(isNotNull(pluginAddress.pausedAt))

/** Addresses that were used no more since; a send that comes meanwhile is newer than that. */
export const sweepAddresses = (db: Queries, before: Date) =>
  db
    .delete(pluginAddress)
    .where(
      and(
        lt(pluginAddress.usedAt, before),
        sql`not exists (select from ${delivery} where ${delivery.addressId} = ${pluginAddress.id})`,
      ),
    )

/** All that a plugin sent, with the addresses. */
export async function dropPlugin(db: Queries, plugin: string): Promise<void> {
  await db.delete(pluginAddress).where(eq(pluginAddress.plugin, plugin))
}
