import { listUserServers, suspendUserServer } from '@spawnpoint/contracts/servers'
import { answer, type HandlerInput, type Transaction } from '@spawnpoint/sdk/server'
import { mayActOn } from './may-act-on.ts'
import { panelUrl, presentServers } from './present-servers.ts'
import { listServersOf, lockServer, markSuspendedByStaff } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { queueSuspension } from './suspend-server.ts'

export const handleListUserServers = (uses: ServerUses) =>
  answer(listUserServers, async ({ actor, params: { user }, fail }) => {
    const owner = await uses.users.find(user)
    if (!owner) throw fail('NOT_FOUND')
    const rows = await listServersOf(uses.db.orm, user)
    const beside = new Map(rows.map((row) => [row.id, row]))
    const servers = (await presentServers(uses, rows)).map((item) => {
      const {
        buildId = null,
        suspendedByStaff = false,
        panelOwnerDiffers = false,
      } = beside.get(item.id) ?? {}
      const stands = suspendedByStaff || owner.bannedReason !== null
      const telling = item.status !== 'deleting' && stands !== (item.status === 'suspended')
      return { ...item, buildId, suspendedByStaff, panelOwnerDiffers, telling }
    })
    return { servers, panelUrl: panelUrl(uses), editable: await mayActOn(uses, actor, user) }
  })

const writeSuspension = async (
  uses: ServerUses,
  tx: Transaction,
  { actor, params, body, ip, fail }: HandlerInput<typeof suspendUserServer>,
) => {
  const row = await lockServer(tx, params.id)
  if (row?.owner !== params.user) throw fail('NOT_FOUND')
  if (row.status === 'deleting') throw fail('SERVERS_DELETING')
  // Told again to the panel, which may have changed its mind, but written down once.
  await queueSuspension(uses, row.id, tx)
  if (row.suspendedByStaff === body.suspended) return
  await markSuspendedByStaff(tx, row.id, body.suspended)
  await uses.audit.write(tx, {
    actor: actor.id,
    action: body.suspended ? 'servers:suspended' : 'servers:unsuspended',
    target: params.user,
    after: { server: row.id, name: row.name, reason: body.reason },
    ip,
  })
}

export const handleSuspendUserServer = (uses: ServerUses) =>
  answer(suspendUserServer, async (input) => {
    const { actor, params, body, fail } = input
    const owner = await uses.users.find(params.user)
    if (!owner) throw fail('NOT_FOUND')
    if (!(await mayActOn(uses, actor, owner.id))) throw fail('SERVERS_EXCEEDS_OWN')
    if (!body.suspended && owner.bannedReason !== null) throw fail('SERVERS_OWNER_BANNED')
    await uses.db.orm.transaction((tx) => writeSuspension(uses, tx, input))
    return { id: params.id }
  })
