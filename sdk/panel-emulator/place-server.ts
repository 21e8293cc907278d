import { invalid, problem } from './panel-problem.ts'
import { takenAllocations, type PanelDialect, type PanelState } from './panel-state.ts'

type Wish = { memory: number; disk: number; locations: number[]; tags: string[] }
export type Deploy = { locations: number[]; tags: string[]; dedicated_ip: boolean; port_range: string[] }
export type Placement = { node: number; allocations: number[] }

export const viableNodes = (state: PanelState, { memory, disk, locations, tags }: Wish) =>
  state.nodes.filter((node) => {
    if (!node.public) return false
    if (locations.length > 0 && !locations.includes(node.location_id)) return false
    if (tags.length > 0 && !node.tags.some((tag) => tags.includes(tag))) return false
    const here = state.servers.filter((server) => server.node === node.id)
    const used = (key: 'memory' | 'disk') => here.reduce((total, server) => total + server.limits[key], 0)
    return used('memory') + memory <= node.memory && used('disk') + disk <= node.disk
  })

const inRange = (ranges: string[], port: number) =>
  ranges.length === 0 ||
  ranges.some((range) => {
    const [from = '', to = from] = range.split('-')
    return Number(from) <= port && port <= Number(to)
  })

export const deployServer = (
  state: PanelState,
  dialect: PanelDialect,
  need: { memory: number; disk: number },
  deploy: Deploy,
): Placement => {
  // Pelican has no locations: it reads what stands there as tags.
  const locations = dialect === 'pelican' ? [] : deploy.locations
  const tags = dialect === 'pelican' ? [...deploy.tags, ...deploy.locations.map(String)] : []
  const nodes = viableNodes(state, { ...need, locations, tags })
  const [first] = nodes
  if (!first)
    throw problem(
      400,
      'NoViableNodeException',
      'No nodes satisfying the requirements specified for automatic deployment could be found.',
    )
  if (dialect === 'pelican' && deploy.port_range.length === 0) return { node: first.id, allocations: [] }
  const taken = takenAllocations(state)
  const busyIps = new Set(state.allocations.filter(({ id }) => taken.has(id)).map(({ ip }) => ip))
  const free = state.allocations.find(
    ({ id, node, ip, port }) =>
      nodes.some((candidate) => candidate.id === node) &&
      !taken.has(id) &&
      inRange(deploy.port_range, port) &&
      !(deploy.dedicated_ip && busyIps.has(ip)),
  )
  if (!free)
    throw problem(
      400,
      'NoViableAllocationException',
      'No allocations satisfying the requirements for automatic deployment were found.',
    )
  return { node: free.node, allocations: [free.id] }
}

const unusable = (field: string) =>
  invalid([{ field, rule: 'exists', detail: `The selected ${field} is invalid.` }])

export const placeByHand = (
  state: PanelState,
  wanted: { default: number; additional: number[] } | undefined,
): Placement => {
  if (!wanted)
    throw invalid([
      { field: 'allocation.default', rule: 'required', detail: 'The allocation.default field is required.' },
    ])
  const taken = takenAllocations(state)
  const chosen = state.allocations.find(({ id }) => id === wanted.default)
  if (!chosen || taken.has(chosen.id)) throw unusable('allocation.default')
  if (wanted.additional.some((id) => taken.has(id))) throw unusable('allocation.additional.0')
  return { node: chosen.node, allocations: [chosen.id, ...wanted.additional] }
}
