import { notFound } from './panel-problem.ts'
import { idOf, included, list, ok, page, type PanelRequest, type PanelRoute } from './panel-route.ts'
import { takenAllocations } from './panel-state.ts'
import {
  presentAllocation,
  presentEgg,
  presentLocation,
  presentNest,
  presentNode,
} from './present-catalogue.ts'
import { viableNodes } from './place-server.ts'

const pick = <Row extends { id: number }>(rows: Row[], id: number): Row => {
  const row = rows.find((candidate) => candidate.id === id)
  if (!row) throw notFound()
  return row
}

const listNodeAllocations = (request: PanelRequest) => {
  const { state, query } = request
  const node = pick(state.nodes, idOf(request))
  const taken = takenAllocations(state)
  const owner = query.get('filter[server_id]')
  const mine = owner ? state.servers.find((server) => server.id === Number(owner))?.allocations : undefined
  const wanted = state.allocations.filter(({ id, node: at }) => {
    if (at !== node.id) return false
    if (owner === null) return true
    return mine ? mine.includes(id) : !taken.has(id)
  })
  return page(request, wanted, ({ id }) => presentAllocation(state, id, taken))
}

const listDeployable = (request: PanelRequest) => {
  const { state, query, dialect } = request
  const amount = (name: string) => Number(query.get(name) ?? 0)
  const locations = query.getAll('location_ids[]').map(Number)
  const nodes = viableNodes(state, {
    memory: amount('memory'),
    disk: amount('disk'),
    locations,
    tags: query.getAll('tags[]'),
  })
  return page(request, nodes, (node) => presentNode(state, node, dialect))
}

const nodeRoutes: PanelRoute[] = [
  {
    method: 'GET',
    path: '/nodes',
    handle: (request) =>
      page(request, request.state.nodes, (node) => presentNode(request.state, node, request.dialect)),
  },
  { method: 'GET', path: '/nodes/deployable', handle: listDeployable },
  {
    method: 'GET',
    path: '/nodes/:id',
    handle: (request) =>
      ok(presentNode(request.state, pick(request.state.nodes, idOf(request)), request.dialect)),
  },
  { method: 'GET', path: '/nodes/:id/allocations', handle: listNodeAllocations },
]

const viewEggOfNest = (request: PanelRequest) => {
  const egg = pick(request.state.eggs, idOf(request, 'egg'))
  if (egg.nest !== idOf(request, 'nest')) throw notFound()
  return ok(presentEgg(request.state, egg, included(request), request.dialect))
}

const listEggsOfNest = (request: PanelRequest) => {
  const nest = pick(request.state.nests, idOf(request, 'nest'))
  const eggs = request.state.eggs.filter((egg) => egg.nest === nest.id)
  return ok(list(eggs.map((egg) => presentEgg(request.state, egg, included(request), request.dialect))))
}

export const pterodactylCatalogueRoutes: PanelRoute[] = [
  ...nodeRoutes,
  {
    method: 'GET',
    path: '/locations',
    handle: (request) => page(request, request.state.locations, presentLocation),
  },
  {
    method: 'GET',
    path: '/locations/:id',
    handle: (request) => ok(presentLocation(pick(request.state.locations, idOf(request)))),
  },
  { method: 'GET', path: '/nests', handle: (request) => page(request, request.state.nests, presentNest) },
  {
    method: 'GET',
    path: '/nests/:id',
    handle: (request) => ok(presentNest(pick(request.state.nests, idOf(request)))),
  },
  { method: 'GET', path: '/nests/:nest/eggs', handle: listEggsOfNest },
  { method: 'GET', path: '/nests/:nest/eggs/:egg', handle: viewEggOfNest },
]

export const pelicanCatalogueRoutes: PanelRoute[] = [
  ...nodeRoutes,
  {
    method: 'GET',
    path: '/eggs',
    handle: (request) =>
      ok(
        list(
          request.state.eggs.map((egg) => presentEgg(request.state, egg, included(request), request.dialect)),
        ),
      ),
  },
  {
    method: 'GET',
    path: '/eggs/:id',
    handle: (request) =>
      ok(
        presentEgg(
          request.state,
          pick(request.state.eggs, idOf(request)),
          included(request),
          request.dialect,
        ),
      ),
  },
]
