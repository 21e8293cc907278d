import type { ServerOrder } from '@spawnpoint/contracts/servers'
import type { Transaction } from '@spawnpoint/sdk/server'
import { lockAllowance } from './allowance-queries.ts'
import { hasRoom, type NodeRoom } from './has-room.ts'
import { checkLimits, limitsOf, readUsage, refuse } from './limits.ts'
import { countServersIn } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'

type Nodes = readonly NodeRoom[] | null

/** Held to the end of the transaction, so that the last slot is given away once. */
const checkLocation = async (
  uses: ServerUses,
  tx: Transaction,
  order: ServerOrder,
  vip: boolean,
  nodes: Nodes,
) => {
  const location = await uses.locations.lock(tx, order.locationId)
  if (!location) throw refuse('SERVERS_LOCATION_UNKNOWN')
  if (location.status !== 'online') throw refuse('SERVERS_LOCATION_CLOSED')
  if (location.vipOnly && !vip) throw refuse('SERVERS_LOCATION_VIP')
  const taken =
    (await uses.queue.countAt(tx, location.id)) + (await countServersIn(tx, 'locationId', location.id))
  if (taken >= location.slots) throw refuse('SERVERS_LOCATION_FULL', { used: taken, limit: location.slots })
  if (nodes && !hasRoom(nodes, location.panelLocationId, order)) throw refuse('SERVERS_NO_ROOM')
}

const checkEgg = async (uses: ServerUses, tx: Transaction, order: ServerOrder, vip: boolean) => {
  const category = await uses.categories.lock(tx, order.categoryId, 'share')
  if (!category?.enabled) throw refuse('SERVERS_CATEGORY_UNKNOWN')
  const egg = await uses.eggs.lock(tx, order.eggId, 'share')
  if (!egg?.enabled || egg.categoryId !== category.id) throw refuse('SERVERS_EGG_UNKNOWN')
  if (egg.vipOnly && !vip) throw refuse('SERVERS_EGG_VIP')
}

/**
 * Accepts an order or refuses it, all under the lock of the owner's allowance: nothing is promised twice.
 *
 * @param nodes - the room on the panel's nodes, read before the transaction; null while the panel does not say
 */
export const orderServer = async (
  uses: ServerUses,
  tx: Transaction,
  order: ServerOrder,
  nodes: Nodes = null,
): Promise<{ id: string }> => {
  const total = limitsOf(await lockAllowance(tx, uses.settings, order.owner))
  const earlier = await uses.queue.findEarlier(tx, order)
  if (earlier && !earlier.isSame) throw refuse('SERVERS_KEY_REUSED')
  if (earlier) return { id: earlier.id }
  if (!order.ignoreLimits) checkLimits(order, await readUsage(uses, tx, order.owner), total, 1)
  // Staff who go beyond the limits go beyond this one too.
  const vip = order.vip || order.ignoreLimits
  await checkLocation(uses, tx, order, vip, nodes)
  await checkEgg(uses, tx, order, vip)
  const queued = await uses.queue.enqueue(tx, order)
  await uses.sessions.changed(tx, order.owner)
  return queued
}
