import { askPanel, Panel, type PanelRoom } from '@spawnpoint/contracts/panel'
import { findPlaces } from '@spawnpoint/contracts/servers'
import { defineService, type ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Clock, keepFor, Log, provide } from '@spawnpoint/sdk/server'
import { hasRoom, type NodeRoom } from './has-room.ts'
import { serverUses } from './server-uses.ts'

const KEPT_MS = 15_000
const PORTS_KEPT_MS = 60_000
/** Each node is a call: on a panel with more nodes, those after these count as having ports. */
const MOST_COUNTED = 20

interface RoomService {
  /** The room on the panel's nodes, a few seconds old at most; null while the panel does not say. */
  look(): Promise<readonly NodeRoom[] | null>
}

export const Room = defineService<RoomService>('servers.room')

const uses = { panel: Panel, clock: Clock, log: Log }

const takesServers = ({ memory, disk }: PanelRoom) => memory > 0 && disk > 0

/** Asked once for all who create a server at the same time. */
export const createRoom = ({ panel, clock, log }: ServicesOf<typeof uses>): RoomService => {
  const ask = <T>(call: Parameters<typeof askPanel<T>>[2]) => askPanel({ get: () => panel }, log, call)
  const now = () => clock.now()
  const counts = new Map<number, () => Promise<number | null>>()
  const countPorts = (nodeId: number) => {
    const kept =
      counts.get(nodeId) ??
      keepFor(PORTS_KEPT_MS, now, async () => (await ask((current) => current.countFreePorts(nodeId))).known)
    counts.set(nodeId, kept)
    return kept()
  }
  // A key that may not read ports is refused once and not for every node: refusals in a row would stop all calls.
  const findFull = async ([first, ...others]: readonly PanelRoom[]): Promise<ReadonlySet<number>> => {
    const free = first ? await countPorts(first.nodeId) : null
    if (!first || free === null) return new Set()
    const counted = await Promise.all(
      others.map(async ({ nodeId }) => ({ nodeId, free: await countPorts(nodeId) })),
    )
    const all = [{ nodeId: first.nodeId, free }, ...counted]
    return new Set(all.flatMap((each) => (each.free === 0 ? [each.nodeId] : [])))
  }
  return {
    look: keepFor(KEPT_MS, now, async () => {
      const { known } = await ask((current) => current.listRoom())
      if (!known) return null
      const full = await findFull(known.filter(takesServers).slice(0, MOST_COUNTED))
      return known.map((node) => ({ ...node, hasPort: !full.has(node.nodeId) }))
    }),
  }
}

export const room = provide(Room, uses, createRoom)

export const handleFindPlaces = answer(
  findPlaces,
  { ...serverUses, room: Room },
  async ({ query, room: nodes, locations }) => {
    const known = await nodes.look()
    if (!known) return { open: null }
    const online = await locations.list({ status: 'online' })
    return {
      open: online
        .filter(({ panelLocationId }) => hasRoom(known, panelLocationId, query))
        .map(({ id }) => id),
    }
  },
)
