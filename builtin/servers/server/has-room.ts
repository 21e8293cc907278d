import type { PanelRoom } from '@spawnpoint/contracts/panel'

type Size = { readonly memory: number; readonly disk: number; readonly cpu: number }

export interface NodeRoom extends PanelRoom {
  /** False where the panel says that no port is free; true also where it does not say. */
  readonly hasPort: boolean
}

/** Whether a node of the location takes a server of the size. A location whose nodes the panel does not list may have room. */
export const hasRoom = (nodes: readonly NodeRoom[], panelLocationId: number, { memory, disk, cpu }: Size) => {
  const here = nodes.filter((node) => node.locationId === panelLocationId)
  const takes = (node: NodeRoom) =>
    node.hasPort && memory <= node.memory && disk <= node.disk && cpu <= node.cpu
  return here.length === 0 || here.some(takes)
}
