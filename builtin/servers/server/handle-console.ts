import { isPanelError, type PanelFailure, type PowerSignal } from '@spawnpoint/contracts/panel'
import {
  listGameStates,
  readAnyServer,
  sendAnyCommand,
  sendAnyPower,
  sendCommand,
  sendPower,
  watchAnyConsole,
  watchConsole,
} from '@spawnpoint/contracts/servers'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { answer, type EndpointFailure, type HandlerInput } from '@spawnpoint/sdk/server'
import { ConsoleStreams } from './console-streams.ts'
import { findWatched, mayStillWatch, type Watcher } from './find-watched.ts'
import { panelUrl, presentServers } from './present-servers.ts'
import { findServer, listServersOf } from './server-queries.ts'
import { type ServerUses, serverUses } from './server-uses.ts'
import type { ServerRecord } from './tables.ts'

export const handleReadAnyServer = answer(
  readAnyServer,
  serverUses,
  async ({ params, fail, actor: _actor, ...services }) => {
    const row = await findServer(services.db.orm, params.id)
    const [item] = row ? await presentServers(services, [row]) : []
    if (!row || !item) throw fail('NOT_FOUND')
    const [owner] = await services.users.findMany([row.owner])
    return {
      item,
      owner: { id: row.owner, username: owner?.username ?? null },
      panelUrl: panelUrl(services),
      console: services.consoles.available(),
    }
  },
)

const mayRun = ({ status, panelState }: ServerRecord) =>
  status === 'active' && (panelState === null || panelState === 'ready')

export const handleListGameStates = answer(listGameStates, serverUses, async ({ actor, db, consoles }) => {
  if (!consoles.available()) return { states: [] }
  const rows = (await listServersOf(db.orm, actor.id)).filter(mayRun)
  const known = await consoles.states(rows.map(({ panelId }) => panelId))
  const states = rows.flatMap(({ id, panelId }) => {
    const state = known.get(panelId)
    return state ? [{ id, state }] : []
  })
  return { states }
})

const never = (): EndpointFailure => {
  throw new Error('E_OWNER_EXCEEDS_SELF')
}

const watchUses = { ...serverUses, streams: ConsoleStreams }

interface Viewing extends Watcher, Pick<HandlerInput<typeof watchConsole>, 'request' | 'reply'> {
  readonly streams: ServicesOf<typeof watchUses>['streams']
}

const watchAs = async (services: ServerUses, { streams, request, reply, ...watcher }: Viewing) => {
  const server = await findWatched(services, watcher)
  // Others than event sources get a plain answer and no stream.
  if (request.headers.accept?.includes('text/event-stream'))
    streams.open({
      person: watcher.actor.id,
      request,
      reply,
      isAllowed: () => mayStillWatch(services, watcher),
      watch: (show) => services.consoles.watch(server, show),
    })
  return {}
}

export const handleWatchConsole = answer(
  watchConsole,
  watchUses,
  ({ actor, params: { id }, request, reply, fail, streams, ...services }) =>
    watchAs(services, { actor, id, isStaff: false, fail, exceedsOwn: never, request, reply, streams }),
)

export const handleWatchAnyConsole = answer(
  watchAnyConsole,
  watchUses,
  ({ actor, params: { id }, request, reply, fail, streams, ...services }) => {
    const exceedsOwn = () => fail('SERVERS_EXCEEDS_OWN')
    return watchAs(services, { actor, id, isStaff: true, fail, exceedsOwn, request, reply, streams })
  },
)

type SendFailure = 'SERVERS_NOT_READY' | 'SERVERS_PANEL_AWAY' | 'SERVERS_UNCLEAR'

const failureOf: Readonly<Record<PanelFailure, SendFailure>> = {
  conflict: 'SERVERS_NOT_READY',
  invalid: 'SERVERS_NOT_READY',
  'not-found': 'SERVERS_NOT_READY',
  unavailable: 'SERVERS_PANEL_AWAY',
  'rate-limited': 'SERVERS_PANEL_AWAY',
  unauthorized: 'SERVERS_PANEL_AWAY',
  'unknown-outcome': 'SERVERS_UNCLEAR',
}

interface Sending extends Omit<Watcher, 'fail'> {
  readonly ip: string
  readonly fail: HandlerInput<typeof sendCommand>['fail']
}

interface Sent {
  readonly action: 'servers:command' | 'servers:power'
  readonly after: Readonly<Record<string, string>>
  readonly rule: { readonly max: number; readonly perSeconds: number }
  readonly send: (row: ServerRecord) => Promise<void>
}

/** Logged before it is sent: what reaches a game is always in the log, whatever happens afterwards. */
const sendLogged = async (services: ServerUses, sending: Sending, { action, after, rule, send }: Sent) => {
  const { actor, ip, fail } = sending
  const row = await findWatched(services, sending)
  if (row.status === 'deleting') throw fail('SERVERS_DELETING')
  if (!(await services.limits.take(`${action}:${row.id}`, rule))) throw fail('SERVERS_TOO_FAST')
  await services.audit.write(services.db.orm, { actor: actor.id, action, target: row.id, after, ip })
  try {
    await send(row)
  } catch (error) {
    if (!isPanelError(error)) throw error
    if (error.code === 'SERVER_OFFLINE') throw fail('SERVERS_GAME_OFFLINE')
    services.log.warn({ server: row.id, reason: error.reason, detail: error.detail }, 'console call failed')
    throw fail(failureOf[error.reason])
  }
  return {}
}

const commandOf = ({ consoles }: ServerUses, after: { command: string }): Sent => ({
  action: 'servers:command',
  after,
  // The node takes ten at once, then one a second.
  rule: { max: 10, perSeconds: 10 },
  send: (server) => consoles.command(server, after.command),
})

const powerOf = ({ consoles }: ServerUses, after: { signal: PowerSignal }): Sent => ({
  action: 'servers:power',
  after,
  rule: { max: 10, perSeconds: 60 },
  send: (server) => consoles.power(server, after.signal),
})

export const handleSendCommand = answer(
  sendCommand,
  serverUses,
  ({ actor, body, params: { id }, ip, fail, ...services }) => {
    const sending = { actor, id, isStaff: false, ip, fail, exceedsOwn: never }
    return sendLogged(services, sending, commandOf(services, body))
  },
)

export const handleSendAnyCommand = answer(
  sendAnyCommand,
  serverUses,
  ({ actor, body, params: { id }, ip, fail, ...services }) => {
    const exceedsOwn = () => fail('SERVERS_EXCEEDS_OWN')
    return sendLogged(services, { actor, id, isStaff: true, ip, fail, exceedsOwn }, commandOf(services, body))
  },
)

export const handleSendPower = answer(
  sendPower,
  serverUses,
  ({ actor, body, params: { id }, ip, fail, ...services }) => {
    const sending = { actor, id, isStaff: false, ip, fail, exceedsOwn: never }
    return sendLogged(services, sending, powerOf(services, body))
  },
)

export const handleSendAnyPower = answer(
  sendAnyPower,
  serverUses,
  ({ actor, body, params: { id }, ip, fail, ...services }) => {
    const exceedsOwn = () => fail('SERVERS_EXCEEDS_OWN')
    return sendLogged(services, { actor, id, isStaff: true, ip, fail, exceedsOwn }, powerOf(services, body))
  },
)
