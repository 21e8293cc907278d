import { buildOptions, createBuild, findOwners } from '@spawnpoint/contracts/server-queue'
import { holds } from '@spawnpoint/sdk/common'
import { answer } from '@spawnpoint/sdk/server'
import { vipPermission } from './check-order.ts'
import { queueUses } from './queue-uses.ts'

export const handleCreateBuild = answer(
  createBuild,
  queueUses,
  async ({ actor, body, ip, fail, db, audit, users, servers, permissions }) => {
    const { reason, ...order } = body
    if (order.ignoreLimits && reason === '')
      throw fail('QUEUE_REASON_NEEDED', { fields: { reason: 'QUEUE_REASON_NEEDED' } })
    const owner = await users.find(order.owner)
    if (!owner || owner.bannedReason !== null)
      throw fail('QUEUE_NO_OWNER', { fields: { owner: 'QUEUE_NO_OWNER' } })
    const keeper = servers.get()
    if (!keeper) throw fail('QUEUE_SERVERS_OFF')
    await keeper.checkGame(order)
    const vip = holds(await permissions.of(order.owner), vipPermission)
    return db.orm.transaction(async (tx) => {
      const { id } = await keeper.order(tx, { ...order, createdBy: actor.id, vip })
      // Values may be passwords.
      const environment = Object.keys(order.environment)
      const after = { ...order, environment, id, ...(order.ignoreLimits ? { reason } : {}) }
      await audit.write(tx, { actor: actor.id, action: 'server-queue:created', target: id, after, ip })
      return { id }
    })
  },
)

export const handleFindOwners = answer(findOwners, queueUses, async ({ query, users }) => {
  const found = await users.search(query.search)
  // The permission to create builds shows no email addresses.
  return { choices: found.map(({ id, username }) => ({ value: id, label: username })) }
})

export const handleBuildOptions = answer(buildOptions, queueUses, async ({ locations, categories, eggs }) => {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
  const open = (await eggs.list()).filter(({ enabled }) => enabled)
  const groups = (await categories.list()).filter(({ enabled }) => enabled)
  return {
    locations: (await locations.list({ status: 'online' })).map(named),
    categories: groups.map((group) => ({
      ...named(group),
      eggs: open.filter(({ categoryId }) => categoryId === group.id).map(named),
    })),
  }
})
