import { randomUUID } from 'node:crypto'
import { checkEnvironment } from './check-environment.ts'
import { included, type PanelRequest } from './panel-route.ts'
import { panelTime, type PanelServerRow } from './panel-state.ts'
import { deployServer, placeByHand } from './place-server.ts'
import { presentServer } from './present-account.ts'
import { createBodies } from './server-bodies.ts'
import { alreadyTaken, doesNotExist, validateBody } from './validate-body.ts'

export const createPanelServer = (request: PanelRequest) => {
  const { state, dialect, now, buildDelayMs } = request
  const wanted = validateBody(createBodies[dialect], request.body)
  if (wanted.external_id && state.servers.some((row) => row.external_id === wanted.external_id))
    throw alreadyTaken('external_id')
  if (!state.users.some((row) => row.id === wanted.user)) throw doesNotExist('user')
  const egg = state.eggs.find((row) => row.id === wanted.egg)
  if (!egg) throw doesNotExist('egg')
  const environment = checkEnvironment(egg, wanted.environment)
  const { node, allocations } = wanted.deploy
    ? deployServer(state, dialect, wanted.limits, wanted.deploy)
    : placeByHand(state, wanted.allocation)
  const server: PanelServerRow = {
    id: state.nextServerId++,
    external_id: wanted.external_id ?? null,
    uuid: randomUUID(),
    name: wanted.name,
    description: wanted.description ?? '',
    status: 'installing',
    installedAt: now + buildDelayMs,
    user: wanted.user,
    node,
    egg: egg.id,
    allocations,
    limits: wanted.limits,
    feature_limits: wanted.feature_limits,
    image: wanted.docker_image ?? Object.values(egg.docker_images)[0] ?? '',
    startup: wanted.startup ?? egg.startup,
    environment,
    created_at: panelTime(now),
    updated_at: panelTime(now),
  }
  state.servers.push(server)
  return { status: 201, body: presentServer(state, server, included(request), dialect) }
}
