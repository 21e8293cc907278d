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
import { findServerOf, listServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'

const vipPermission = 'user.permission.vip'

export const handleListServers = (uses: ServerUses) =>
  answer(listServers, async ({ actor }) => {
    const queued = await presentQueued(uses, await uses.queue.listOf(actor.id))
    const servers = await presentServers(uses, await listServersOf(uses.db.orm, actor.id))
    const { used, total } = await readLimits(uses, actor.id)
    return { servers, queued, slots: { used: used.slots, limit: total.slots }, panelUrl: panelUrl(uses) }
  })

export const handleServerLimits = (uses: ServerUses) =>
  answer(serverLimits, ({ actor }) => readLimits(uses, actor.id))

export const handleGetServer = (uses: ServerUses) =>
  answer(getServer, async ({ actor, params, fail }) => {
    const row = await findServerOf(uses.db.orm, actor.id, params.id)
    const [item] = row ? await presentServers(uses, [row]) : []
    if (!item) throw fail('NOT_FOUND')
    return { item, panelUrl: panelUrl(uses) }
  })

export const handleCreateServer = (uses: ServerUses) =>
  answer(createServer, async ({ actor, body, ip, fail }) => {
    const { acceptTerms, ...wanted } = body
    if (!acceptTerms) throw fail('SERVERS_TERMS', { fields: { acceptTerms: 'SERVERS_TERMS' } })
    return uses.db.orm.transaction(async (tx) => {
      const vip = actor.can(vipPermission)
      const order = { ...wanted, owner: actor.id, createdBy: actor.id, ignoreLimits: false, vip }
      const { id } = await orderServer(uses, tx, order)
      await uses.audit.write(tx, { actor: actor.id, action: 'servers:ordered', target: id, after: body, ip })
      return { id }
    })
  })

export const handleDismissBuild = (uses: ServerUses) =>
  answer(dismissBuild, async ({ actor, params, ip, fail }) => {
    await uses.db.orm.transaction(async (tx) => {
      if (!(await uses.queue.dismiss(tx, actor.id, params.id))) throw fail('NOT_FOUND')
      await uses.audit.write(tx, { actor: actor.id, action: 'servers:dismissed', target: params.id, ip })
    })
    return { id: params.id }
  })
