import { Mail } from '@spawnpoint/contracts/mail'
import { roleAssigned, Roles } from '@spawnpoint/contracts/roles'
import * as contract from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import {
  Audit,
  Clock,
  Database,
  defineServerPart,
  Events,
  Limits,
  Secrets,
  Sessions,
  Settings,
} from '@spawnpoint/sdk/server'
import { copyRole } from './account-queries.ts'
import { createUsers } from './create-users.ts'
import { handleDeleteUser } from './delete-user.ts'
import { handleGetUser, handleListUserRoles, handleListUsers } from './read-users.ts'
import { serveSupport } from './serve-support.ts'
import { handleUpdateUser } from './update-user.ts'

export default defineServerPart({
  uses: {
    db: Database,
    audit: Audit,
    clock: Clock,
    events: Events,
    limits: Limits,
    secrets: Secrets,
    sessions: Sessions,
    roles: Roles,
    settings: Settings,
    mail: optional(Mail),
  },
  provides: contract.Users,
  setup(uses, host) {
    const users = createUsers(uses)
    host.endpoint(contract.listUsers, handleListUsers(uses))
    host.endpoint(contract.listUserRoles, handleListUserRoles(uses))
    host.endpoint(contract.getUser, handleGetUser(uses))
    host.endpoint(contract.updateUser, handleUpdateUser(uses))
    host.endpoint(contract.deleteUser, handleDeleteUser({ ...uses, users }))
    serveSupport({ ...uses, host })
    host.on(roleAssigned, async ({ payload: { user } }) => {
      await copyRole(uses.db.orm, user, (await uses.roles.roleOf(user)).id)
    })
    return users
  },
})
