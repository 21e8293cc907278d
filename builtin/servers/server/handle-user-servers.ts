import { listUserServers, suspendUserServer } from '@spawnpoint/contracts/servers'
import { answer, type HandlerInput, type Transaction } from '@spawnpoint/sdk/server'
import { mayActOn } from './may-act-on.ts'
import { panelUrl, presentServers } from './present-servers.ts'
import { listServersOf, lockServer } from './server-queries.ts'
import { type ServerUses, serverUses } from './server-uses.ts'
import { suspendByStaff } from './suspend-by-staff.ts'

export const handleListUserServers = answer(
  listUserServers,
  serverUses,
  async ({ actor, params: { user }, fail, ...services }) => {
    const owner = await services.users.find(user)
    if (!owner) throw fail('NOT_FOUND')
    const rows = await listServersOf(services.db.orm, user)
    const beside = new Map(rows.map((row) => [row.id, row]))
    const servers = (await presentServers(services, rows)).map((item) => {
      const {
        buildId = null,
        suspendedByStaff = false,
        suspendedForExpiry = false,
        panelOwnerDiffers = false,
      } = beside.get(item.id) ?? {}
      const stands = suspendedByStaff || suspendedForExpiry || owner.bannedReason !== null
      const telling = item.status !== 'deleting' && stands !== (item.status === 'suspended')
      return { ...item, buildId, suspendedByStaff, panelOwnerDiffers, telling }
    })
    return { servers, panelUrl: panelUrl(services), editable: await mayActOn(services, actor, user) }
  },
)

const writeSuspension = async (
  uses: ServerUses,
  tx: Transaction,
  { actor, params, body, ip, fail }: HandlerInput<typeof suspendUserServer>,
) => {
  const row = await lockServer(tx, params.id)
  if (row?.owner !== params.user) throw fail('NOT_FOUND')
  if (row.status === 'deleting') throw fail('SERVERS_DELETING')
  await suspendByStaff(uses, tx, row, { ...body, staff: actor, ip })
}

export const handleSuspendUserServer = answer(suspendUserServer, serverUses, async (call) => {
  const { actor, params, body, fail, ...services } = call
  const owner = await services.users.find(params.user)
  if (!owner) throw fail('NOT_FOUND')
  if (!(await mayActOn(services, actor, owner.id))) throw fail('SERVERS_EXCEEDS_OWN')
  if (!body.suspended && owner.bannedReason !== null) throw fail('SERVERS_OWNER_BANNED')
  await services.db.orm.transaction((tx) => writeSuspension(services, tx, call))
  return { id: params.id }
})
