import { z } from 'zod'
import type { EmulatedWings } from './emulated-wings.ts'
import { notFound, problem } from './panel-problem.ts'
import { item, noContent, ok, type PanelReply, type PanelRequest } from './panel-route.ts'
import type { PanelServerRow } from './panel-state.ts'
import { validateBody } from './validate-body.ts'

export type ClientRequest = PanelRequest & { wings: EmulatedWings; socketOrigin: string }
type ClientRoute = { method: string; path: string; handle: (request: ClientRequest) => PanelReply }

/** Pterodactyl takes the short id as well, Pelican the long one only. */
const requireServer = ({ state, dialect, params }: ClientRequest): PanelServerRow => {
  const wanted = params['server']
  const found = state.servers.find(
    ({ uuid }) => uuid === wanted || (dialect === 'pterodactyl' && uuid.slice(0, 8) === wanted),
  )
  if (!found) throw notFound()
  return found
}

const conflicts: Partial<Record<NonNullable<PanelServerRow['status']>, string>> = {
  suspended: 'This server is currently suspended and the functionality requested is unavailable.',
  installing: 'This server has not yet completed its installation process, please try again later.',
  restoring_backup: 'This server is currently restoring from a backup, please try again later.',
}

/** Most calls need a server that stands and is not suspended. */
const requireReady = (request: ClientRequest): PanelServerRow => {
  const server = requireServer(request)
  const conflict = server.status && conflicts[server.status]
  if (conflict) throw problem(409, 'ServerStateConflictException', conflict)
  return server
}

const showServer = (request: ClientRequest) => {
  const { uuid, name, description, status, limits, feature_limits } = requireServer(request)
  return ok({
    ...item('server', {
      server_owner: true,
      identifier: uuid.slice(0, 8),
      uuid,
      name,
      description,
      status,
      is_suspended: status === 'suspended',
      is_installing: status === 'installing',
      limits,
      feature_limits,
    }),
    meta: { is_server_owner: true, user_permissions: ['*'] },
  })
}

const showResources = (request: ClientRequest) => {
  const { uuid, status } = requireReady(request)
  const { state, network, memory_bytes, cpu_absolute, disk_bytes, uptime } = request.wings
    .machineOf(uuid)
    .stats()
  return ok(
    item('stats', {
      current_state: state,
      is_suspended: status === 'suspended',
      resources: {
        memory_bytes,
        cpu_absolute,
        disk_bytes,
        network_rx_bytes: network.rx_bytes,
        network_tx_bytes: network.tx_bytes,
        uptime,
      },
    }),
  )
}

const openSocket = (request: ClientRequest) => {
  const { uuid } = requireReady(request)
  const socket = `${request.socketOrigin.replace(/^http/, 'ws')}/api/servers/${uuid}/ws`
  return ok({ data: { token: request.wings.issueToken(uuid), socket } })
}

const powerBody = z.object({ signal: z.enum(['start', 'stop', 'restart', 'kill']) })
const commandBody = z.object({ command: z.string().min(1) })

const sendPower = (request: ClientRequest) => {
  const { uuid } = requireReady(request)
  request.wings.machineOf(uuid).power(validateBody(powerBody, request.body).signal)
  return noContent
}

const sendCommand = (request: ClientRequest) => {
  const { uuid } = requireReady(request)
  const { command } = validateBody(commandBody, request.body)
  const machine = request.wings.machineOf(uuid)
  if (machine.state() === 'offline')
    throw problem(502, 'HttpException', 'Server must be online in order to send commands.')
  machine.command(command)
  return noContent
}

export const clientRoutes: ClientRoute[] = [
  { method: 'GET', path: '/servers/:server', handle: showServer },
  { method: 'GET', path: '/servers/:server/resources', handle: showResources },
  { method: 'GET', path: '/servers/:server/websocket', handle: openSocket },
  { method: 'POST', path: '/servers/:server/power', handle: sendPower },
  { method: 'POST', path: '/servers/:server/command', handle: sendCommand },
]
