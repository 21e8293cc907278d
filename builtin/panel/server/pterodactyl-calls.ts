import { listAll } from './list-all.ts'
import {
  eggAnswer,
  eggSummaryAnswer,
  listOf,
  locationAnswer,
  nestAnswer,
  nodeAnswer,
} from './panel-answers.ts'
import type { DialectCalls } from './panel-dialect.ts'
import type { PanelTransport } from './panel-transport.ts'
import { readEgg } from './read-egg.ts'
import { roomOf } from './read-room.ts'

export const createPterodactylCalls = (transport: PanelTransport): DialectCalls => ({
  probePath: '/locations',
  serverInclude: 'location,allocations,user',
  listLocations: () => listAll(transport, '/locations', locationAnswer),
  listRoom: async () => (await listAll(transport, '/nodes', nodeAnswer)).map(roomOf),
  listNests: () => listAll(transport, '/nests', nestAnswer),
  async listEggs(nestId) {
    const { data } = await transport.ask(
      { method: 'GET', path: `/nests/${nestId}/eggs` },
      listOf(eggSummaryAnswer),
    )
    return data.map(({ id, name, description }) => ({ id, nestId, name, description }))
  },
  async getEgg(nestId, eggId) {
    const path = `/nests/${nestId}/eggs/${eggId}`
    return readEgg(
      await transport.ask({ method: 'GET', path, query: { include: 'variables' } }, eggAnswer),
      nestId,
    )
  },
  placement: async ({ locationId }) => ({
    deploy: { locations: [locationId], dedicated_ip: false, port_range: [] },
  }),
})
