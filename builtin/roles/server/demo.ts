import { CORE_ROLES, grantPermissions, roleEndpoints, Roles } from '@spawnpoint/contracts/roles'
import { updateUser, getUser, Users } from '@spawnpoint/contracts/users'
import { Database, defineDemo, type DemoPerson, type DemoStage } from '@spawnpoint/sdk/server'

const careRole = { name: 'Customer care', realName: 'customer-care', color: '#0d9488' }
const carePermissions = [
  'admin.dashboard.view',
  'admin.users.list',
  'admin.servers.list',
  'admin.server.queue.list',
  'admin.server.queue.view',
  'admin.server.queue.logs.view',
  'admin.server.queue.create',
]
const vips = ['camille', 'wendy']

const giveRole = async (stage: DemoStage, admin: DemoPerson, { id }: DemoPerson, role: string) => {
  const { item } = await stage.call(admin, getUser, { params: { id } })
  await stage.call(admin, updateUser, { params: { id }, body: { role, version: item.version } })
}

export const demo = defineDemo({
  uses: { db: Database, roles: Roles, users: Users },
  async fill({ db, roles }, stage) {
    const admin = stage.person('marta')
    await db.orm.transaction((tx) => roles.assignAdministrator(tx, admin.id))
    await stage.call(admin, roleEndpoints.create, { body: careRole })
    const care = (await roles.list()).find(({ realName }) => realName === careRole.realName)
    if (!care) throw new Error('E_DEMO_ROLE')
    const params = { id: care.id }
    await stage.call(admin, grantPermissions, { params, body: { permissions: carePermissions } })
    await giveRole(stage, admin, stage.person('jonas'), care.id)
    for (const name of vips) await giveRole(stage, admin, stage.person(name), CORE_ROLES.vip)
  },
})
