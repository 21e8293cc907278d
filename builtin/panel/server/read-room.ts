import type { z } from 'zod'
import type { PanelRoom } from '../contract/panel.ts'
import { allocationAnswer, pageOf, type nodeAnswer } from './panel-answers.ts'
import type { PanelTransport } from './panel-transport.ts'

type Node = z.output<typeof nodeAnswer>

/** MB or percent that are left of a limit; a limit of 0 and a negative overallocation mean that the panel does not count. */
const leftOf = (limit: number, overallocate: number, used: number) =>
  limit === 0 || overallocate < 0 ? Number.MAX_SAFE_INTEGER : limit * (1 + overallocate / 100) - used

/** A node that the panel places nothing on by itself has no room. */
export const roomOf = (node: Node): PanelRoom => {
  const nodeId = node.id
  const locationId = node.location_id ?? nodeId
  if (!node.public || node.maintenance_mode) return { nodeId, locationId, memory: 0, disk: 0, cpu: 0 }
  return {
    nodeId,
    locationId,
    memory: leftOf(node.memory, node.memory_overallocate, node.allocated_resources?.memory ?? 0),
    disk: leftOf(node.disk, node.disk_overallocate, node.allocated_resources?.disk ?? 0),
    cpu: leftOf(node.cpu, node.cpu_overallocate, node.allocated_resources?.cpu ?? 0),
  }
}

/** The panel counts them itself: one port on one page is enough of an answer. */
export const createPortCount =
  (transport: PanelTransport) =>
  async (nodeId: number): Promise<number> => {
    const query = { 'filter[server_id]': '0', page: '1', per_page: '1' }
    const path = `/nodes/${nodeId}/allocations`
    const { meta } = await transport.ask({ method: 'GET', path, query }, pageOf(allocationAnswer))
    return meta.pagination.total
  }
