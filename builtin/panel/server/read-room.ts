import type { z } from 'zod'
import type { PanelRoom } from '../contract/panel.ts'
import type { nodeAnswer } from './panel-answers.ts'

type Node = z.output<typeof nodeAnswer>

/** MB that are left of a limit; a limit of 0 and a negative overallocation mean that the panel does not count. */
const leftOf = (limit: number, overallocate: number, used: number) =>
  limit === 0 || overallocate < 0 ? Number.MAX_SAFE_INTEGER : limit * (1 + overallocate / 100) - used

/** A node that the panel places nothing on by itself has no room. */
export const roomOf = (node: Node): PanelRoom => {
  const locationId = node.location_id ?? node.id
  if (!node.public || node.maintenance_mode) return { locationId, memory: 0, disk: 0 }
  return {
    locationId,
    memory: leftOf(node.memory, node.memory_overallocate, node.allocated_resources?.memory ?? 0),
    disk: leftOf(node.disk, node.disk_overallocate, node.allocated_resources?.disk ?? 0),
  }
}
