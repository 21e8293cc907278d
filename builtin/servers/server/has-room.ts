import type { PanelRoom } from '@spawnpoint/contracts/panel'

type Size = { readonly memory: number; readonly disk: number }

/** Whether a node of the location takes a server of the size. A location whose nodes the panel does not list may have room. */
export const hasRoom = (nodes: readonly PanelRoom[], panelLocationId: number, { memory, disk }: Size) => {
  const here = nodes.filter((node) => node.locationId === panelLocationId)
  return here.length === 0 || here.some((node) => memory <= node.memory && disk <= node.disk)
}
