import type { z } from 'zod'
import type { NewPanelServer } from '../contract/panel.ts'
import { PanelError } from '../contract/panel-error.ts'
import { listAll } from './list-all.ts'
import { allocationAnswer, eggAnswer, eggSummaryAnswer, listOf, nodeAnswer } from './panel-answers.ts'
import type { DialectCalls } from './panel-dialect.ts'
import type { PanelTransport } from './panel-transport.ts'
import { readEgg } from './read-egg.ts'
import { roomOf } from './read-room.ts'

// Pelican has no nests: all its eggs stand in one.
const onlyNest = { id: 1, name: 'Eggs', description: '' }

const hasRoom = (node: z.output<typeof nodeAnswer>, { memory, disk, cpu }: NewPanelServer) => {
  const left = roomOf(node)
  return memory <= left.memory && disk <= left.disk && cpu <= left.cpu
}

const noRoom = (detail: string) => new PanelError('invalid', { detail, code: 'NoViableNodeException' })

const createPlacement = (transport: PanelTransport) => async (server: NewPanelServer) => {
  const path = `/nodes/${server.locationId}`
  const node = await transport.ask({ method: 'GET', path }, nodeAnswer)
  if (!hasRoom(node, server)) throw noRoom(`Node ${node.name} has no room for this server.`)
  const query = { 'filter[server_id]': '0', per_page: '50' }
  const { data } = await transport.ask(
    { method: 'GET', path: `${path}/allocations`, query },
    listOf(allocationAnswer),
  )
  const free = data.filter(({ assigned }) => assigned !== true)
  // Any of them, not the first: two creations at the same time would ask for the same port.
  const chosen = free[Math.floor(Math.random() * free.length)]
  if (!chosen) throw noRoom(`Node ${node.name} has no free port.`)
  return { allocation: { default: chosen.id } }
}

export const createPelicanCalls = (transport: PanelTransport): DialectCalls => ({
  probePath: '/nodes',
  serverInclude: 'allocations,user',
  // Nor has it locations: a node is the place that a customer chooses.
  async listLocations() {
    const nodes = await listAll(transport, '/nodes', nodeAnswer)
    return nodes.map(({ id, name, fqdn }) => ({ id, name, description: fqdn }))
  },
  listRoom: async () => (await listAll(transport, '/nodes', nodeAnswer)).map(roomOf),
  listNests: async () => [onlyNest],
  async listEggs() {
    const { data } = await transport.ask({ method: 'GET', path: '/eggs' }, listOf(eggSummaryAnswer))
    return data.map(({ id, name, description }) => ({ id, nestId: onlyNest.id, name, description }))
  },
  async getEgg(_nestId, eggId) {
    const answer = await transport.ask(
      { method: 'GET', path: `/eggs/${eggId}`, query: { include: 'variables' } },
      eggAnswer,
    )
    return readEgg(answer, onlyNest.id)
  },
  placement: createPlacement(transport),
})
