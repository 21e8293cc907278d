import { askPanel, Panel, type PanelRoom } from '@spawnpoint/contracts/panel'
import { findPlaces } from '@spawnpoint/contracts/servers'
import { defineService } from '@spawnpoint/sdk/common'
import { answer, Clock, keepFor, Log, provide } from '@spawnpoint/sdk/server'
import { hasRoom } from './has-room.ts'
import { serverUses } from './server-uses.ts'

const KEPT_MS = 15_000

interface RoomService {
  /** The room on the panel's nodes, a few seconds old at most; null while the panel does not say. */
  look(): Promise<readonly PanelRoom[] | null>
}

export const Room = defineService<RoomService>('servers.room')

/** Asked once for all who create a server at the same time. */
export const room = provide(Room, { panel: Panel, clock: Clock, log: Log }, ({ panel, clock, log }) => ({
  look: keepFor(
    KEPT_MS,
    () => clock.now(),
    async () => (await askPanel({ get: () => panel }, log, (current) => current.listRoom())).known,
  ),
}))

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
