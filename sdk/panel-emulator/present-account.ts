import { item, list } from './panel-route.ts'
import {
  presentAllocation,
  presentEgg,
  presentLocation,
  presentNest,
  presentNode,
} from './present-catalogue.ts'
import type { PanelDialect, PanelServerRow, PanelState, PanelUserRow } from './panel-state.ts'

export const presentUser = (user: PanelUserRow, dialect: PanelDialect) => {
  const { first_name, last_name, ...common } = user
  return item('user', {
    ...common,
    // Pelican dropped names of people.
    ...(dialect === 'pelican' ? { '2fa_enabled': false } : { first_name, last_name }),
    '2fa': false,
  })
}

const relationshipsOf = (
  state: PanelState,
  server: PanelServerRow,
  include: Set<string>,
  dialect: PanelDialect,
) => {
  const user = state.users.find((row) => row.id === server.user)
  const node = state.nodes.find((row) => row.id === server.node)
  const egg = state.eggs.find((row) => row.id === server.egg)
  const location = state.locations.find((row) => row.id === node?.location_id)
  const nest = state.nests.find((row) => row.id === egg?.nest)
  const pterodactyl = dialect === 'pterodactyl'
  return {
    ...(include.has('user') && user ? { user: presentUser(user, dialect) } : {}),
    ...(include.has('node') && node ? { node: presentNode(state, node, dialect) } : {}),
    ...(include.has('egg') && egg ? { egg: presentEgg(state, egg, new Set(), dialect) } : {}),
    ...(include.has('allocations')
      ? { allocations: list(server.allocations.map((id) => presentAllocation(state, id))) }
      : {}),
    ...(pterodactyl && include.has('location') && location ? { location: presentLocation(location) } : {}),
    ...(pterodactyl && include.has('nest') && nest ? { nest: presentNest(nest) } : {}),
  }
}

export const presentServer = (
  state: PanelState,
  server: PanelServerRow,
  include: Set<string>,
  dialect: PanelDialect,
) => {
  const relationships = relationshipsOf(state, server, include, dialect)
  const { id, external_id, uuid, name, description, status, user, node, egg, limits, feature_limits } = server
  const nest = state.eggs.find((row) => row.id === egg)?.nest
  return item('server', {
    id,
    external_id,
    uuid,
    identifier: uuid.slice(0, 8),
    name,
    description,
    status,
    suspended: status === 'suspended',
    limits: {
      ...limits,
      threads: null,
      oom_disabled: true,
      ...(dialect === 'pelican' ? { oom_killer: false } : {}),
    },
    feature_limits,
    user,
    node,
    allocation: server.allocations[0] ?? null,
    ...(dialect === 'pelican' ? {} : { nest }),
    egg,
    container: {
      startup_command: server.startup,
      image: server.image,
      installed: status === 'installing' ? 0 : 1,
      environment: server.environment,
    },
    updated_at: server.updated_at,
    created_at: server.created_at,
    ...(Object.keys(relationships).length > 0 ? { relationships } : {}),
  })
}
