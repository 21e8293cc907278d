import { createPanelServer } from './create-panel-server.ts'
import { notFound } from './panel-problem.ts'
import {
  filtered,
  idOf,
  included,
  noContent,
  ok,
  page,
  type PanelRequest,
  type PanelRoute,
} from './panel-route.ts'
import { panelTime, takenAllocations, type PanelServerRow } from './panel-state.ts'
import { presentServer } from './present-account.ts'
import { buildBodies, detailsBody } from './server-bodies.ts'
import { alreadyTaken, doesNotExist, validateBody } from './validate-body.ts'

const requireServer = (request: PanelRequest) => {
  const server = request.state.servers.find((row) => row.id === idOf(request))
  if (!server) throw notFound()
  return server
}

const show = (request: PanelRequest, server: PanelServerRow) =>
  ok(presentServer(request.state, server, included(request), request.dialect))

const listServers = (request: PanelRequest) => {
  const servers = filtered(request, request.state.servers, {
    uuid: (row) => row.uuid,
    uuidShort: (row) => row.uuid.slice(0, 8),
    name: (row) => row.name,
    description: (row) => row.description,
    image: (row) => row.image,
    external_id: (row) => row.external_id,
  })
  return page(request, servers, (server) =>
    presentServer(request.state, server, included(request), request.dialect),
  )
}

const viewExternal = (request: PanelRequest) => {
  const server = request.state.servers.find((row) => row.external_id === request.params['external'])
  if (!server) throw notFound()
  return show(request, server)
}

const updateDetails = (request: PanelRequest) => {
  const { state, now } = request
  const server = requireServer(request)
  const wanted = validateBody(detailsBody, request.body)
  if (!state.users.some((row) => row.id === wanted.user)) throw doesNotExist('user')
  if (
    wanted.external_id &&
    state.servers.some((row) => row !== server && row.external_id === wanted.external_id)
  )
    throw alreadyTaken('external_id')
  // The real panel reads a missing external_id as "none" and forgets the old one.
  server.external_id = wanted.external_id ?? null
  server.name = wanted.name
  server.user = wanted.user
  server.description = wanted.description ?? ''
  server.updated_at = panelTime(now)
  return show(request, server)
}

const updateBuild = (request: PanelRequest) => {
  const { state, dialect, now } = request
  const server = requireServer(request)
  const wanted = validateBody(buildBodies[dialect], request.body)
  const taken = takenAllocations(state)
  const offered = state.allocations
    .filter(({ id, node }) => node === server.node && !taken.has(id))
    .map(({ id }) => id)
  const added = wanted.add_allocations.filter((id) => offered.includes(id))
  const kept = [...server.allocations, ...added].filter((id) => !wanted.remove_allocations.includes(id))
  const first = wanted.allocation
  if (first && !kept.includes(first)) throw doesNotExist('allocation')
  server.allocations = first ? [first, ...kept.filter((id) => id !== first)] : kept
  server.limits = wanted.limits
  server.feature_limits = wanted.feature_limits
  server.updated_at = panelTime(now)
  return show(request, server)
}

const suspend = (request: PanelRequest) => {
  requireServer(request).status = 'suspended'
  return noContent
}

const unsuspend = (request: PanelRequest) => {
  const server = requireServer(request)
  if (server.status === 'suspended') server.status = null
  return noContent
}

const reinstall = (request: PanelRequest) => {
  const server = requireServer(request)
  server.status = 'installing'
  server.installedAt = request.now + request.buildDelayMs
  return { status: 202 }
}

const deleteServer = (request: PanelRequest) => {
  const server = requireServer(request)
  request.state.servers = request.state.servers.filter((row) => row !== server)
  return noContent
}

const deleteForced = (request: PanelRequest) => {
  if (request.params['force'] !== 'force') throw notFound()
  return deleteServer(request)
}

export const serverRoutes: PanelRoute[] = [
  { method: 'GET', path: '/servers', handle: listServers },
  { method: 'POST', path: '/servers', handle: createPanelServer },
  { method: 'GET', path: '/servers/external/:external', handle: viewExternal },
  { method: 'GET', path: '/servers/:id', handle: (request) => show(request, requireServer(request)) },
  { method: 'DELETE', path: '/servers/:id', handle: deleteServer },
  { method: 'PATCH', path: '/servers/:id/details', handle: updateDetails },
  { method: 'PATCH', path: '/servers/:id/build', handle: updateBuild },
  { method: 'POST', path: '/servers/:id/suspend', handle: suspend },
  { method: 'POST', path: '/servers/:id/unsuspend', handle: unsuspend },
  { method: 'POST', path: '/servers/:id/reinstall', handle: reinstall },
  { method: 'DELETE', path: '/servers/:id/:force', handle: deleteForced },
]
