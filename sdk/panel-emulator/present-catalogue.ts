import type { PanelEgg, PanelLocation, PanelNest, PanelNode } from './panel-catalogue.ts'
import { item, list } from './panel-route.ts'
import { takenAllocations, type PanelDialect, type PanelState } from './panel-state.ts'

const createdAt = '2024-01-01T00:00:00+00:00'
const times = { created_at: createdAt, updated_at: createdAt }
const uuidOf = (kind: number, id: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(id).padStart(12, '0')}`

export const presentLocation = (location: PanelLocation) => item('location', { ...location, ...times })

export const presentNest = (nest: PanelNest) =>
  item('nest', {
    id: nest.id,
    uuid: uuidOf(1, nest.id),
    author: 'support@example.com',
    name: nest.name,
    description: nest.description,
    ...times,
  })

export const presentNode = (state: PanelState, node: PanelNode, dialect: PanelDialect) => {
  const servers = state.servers.filter((server) => server.node === node.id)
  const sum = (key: 'memory' | 'disk' | 'cpu') =>
    servers.reduce((total, server) => total + server.limits[key], 0)
  const { location_id, tags, ...common } = node
  return item('node', {
    ...common,
    uuid: uuidOf(2, node.id),
    description: '',
    scheme: 'https',
    behind_proxy: false,
    maintenance_mode: false,
    memory_overallocate: 0,
    disk_overallocate: 0,
    upload_size: 100,
    daemon_listen: 8080,
    daemon_sftp: 2022,
    ...(dialect === 'pelican' ? { tags, cpu: 0, cpu_overallocate: 0 } : { location_id }),
    allocated_resources: { memory: sum('memory'), disk: sum('disk'), cpu: sum('cpu') },
    ...times,
  })
}

const presentVariables = (egg: PanelEgg, dialect: PanelDialect) =>
  list(
    egg.variables.map((variable, index) =>
      item('egg_variable', {
        id: egg.id * 100 + index,
        egg_id: egg.id,
        ...variable,
        rules: dialect === 'pelican' ? variable.rules.split('|') : variable.rules,
        ...times,
      }),
    ),
  )

export const presentEgg = (state: PanelState, egg: PanelEgg, include: Set<string>, dialect: PanelDialect) => {
  const nest = state.nests.find((candidate) => candidate.id === egg.nest)
  const relationships = {
    ...(include.has('variables') ? { variables: presentVariables(egg, dialect) } : {}),
    ...(include.has('nest') && nest && dialect === 'pterodactyl' ? { nest: presentNest(nest) } : {}),
  }
  return item('egg', {
    id: egg.id,
    uuid: uuidOf(3, egg.id),
    name: egg.name,
    ...(dialect === 'pelican'
      ? { tags: nest ? [nest.name.toLowerCase()] : [], startup_commands: { Default: egg.startup } }
      : { nest: egg.nest }),
    author: 'support@example.com',
    description: egg.description,
    docker_image: Object.values(egg.docker_images)[0] ?? '',
    docker_images: egg.docker_images,
    startup: egg.startup,
    ...times,
    ...(Object.keys(relationships).length > 0 ? { relationships } : {}),
  })
}

export const presentAllocation = (state: PanelState, id: number, taken = takenAllocations(state)) => {
  const allocation = state.allocations.find((candidate) => candidate.id === id)
  if (!allocation) return item('null_resource', {})
  const { ip, alias, port } = allocation
  return item('allocation', { id, ip, alias, port, notes: null, assigned: taken.has(id) })
}
