import {
  createServer,
  dismissBuild,
  getServer,
  listServers,
  serverLimits,
} from '@spawnpoint/contracts/servers'
import { answer } from '@spawnpoint/sdk/server'
import { readLimits } from './limits.ts'
import { orderServer } from './order-server.ts'
import { panelUrl, presentQueued, presentServers } from './present-servers.ts'
import { checkGame, EggLook } from './egg-variables.ts'
import { Room } from './find-room.ts'
import { findServerOf, listServersOf } from './server-queries.ts'
import { serverUses } from './server-uses.ts'

const vipPermission = 'user.permission.vip'

export const handleListServers = answer(listServers, serverUses, async ({ actor, ...services }) => {
  const queued = await presentQueued(services, await services.queue.listOf(actor.id))
  const servers = await presentServers(services, await listServersOf(services.db.orm, actor.id))
  const { used, total } = await readLimits(services, actor.id)
  return {
    servers,
    queued,
    slots: { used: used.slots, limit: total.slots },
    panelUrl: panelUrl(services),
    console: services.consoles.available(),
  }
})

export const handleServerLimits = answer(serverLimits, serverUses, ({ actor, ...services }) =>
  readLimits(services, actor.id),
)

export const handleGetServer = answer(getServer, serverUses, async ({ actor, params, fail, ...services }) => {
  const row = await findServerOf(services.db.orm, actor.id, params.id)
  const [item] = row ? await presentServers(services, [row]) : []
  if (!item) throw fail('NOT_FOUND')
  return { item, panelUrl: panelUrl(services) }
})

export const handleCreateServer = answer(
  createServer,
  { ...serverUses, room: Room, look: EggLook },
  async ({ actor, body, ip, fail, room, look, ...services }) => {
    const { acceptTerms, ...wanted } = body
    if (!acceptTerms) throw fail('SERVERS_TERMS', { fields: { acceptTerms: 'SERVERS_TERMS' } })
    // Asked before the transaction, which holds a lock.
    await checkGame({ ...services, look }, wanted)
    const nodes = await room.look()
    return services.db.orm.transaction(async (tx) => {
      const vip = actor.can(vipPermission)
      const order = { ...wanted, owner: actor.id, createdBy: actor.id, ignoreLimits: false, vip }
      const { id } = await orderServer(services, tx, order, nodes)
      await services.audit.write(tx, {
        actor: actor.id,
        action: 'servers:ordered',
        target: id,
        // Values may be passwords.
        after: { ...body, environment: Object.keys(body.environment) },
        ip,
      })
      return { id }
    })
  },
)

export const handleDismissBuild = answer(
  dismissBuild,
  serverUses,
  async ({ actor, params, ip, fail, ...services }) => {
    await services.db.orm.transaction(async (tx) => {
      if (!(await services.queue.dismiss(tx, actor.id, params.id))) {
        const isQueued = (await services.queue.listOf(actor.id)).some(({ id }) => id === params.id)
        throw fail(isQueued ? 'SERVERS_BUILD_STARTED' : 'NOT_FOUND')
      }
      await services.audit.write(tx, { actor: actor.id, action: 'servers:dismissed', target: params.id, ip })
    })
    return { id: params.id }
  },
)
