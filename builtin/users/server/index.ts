import { roleAssigned, Roles } from '@spawnpoint/contracts/roles'
import { UserNames, Users, usersSettings } from '@spawnpoint/contracts/users'
import {
  Audit,
  Clock,
  Database,
  definePluginServer,
  Events,
  listen,
  provide,
  secretKeyReplaced,
  Sessions,
} from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { usersExport } from './export.ts'
import { copyRole } from './account-queries.ts'
import { createUserNames } from './create-user-names.ts'
import { createUsers } from './create-users.ts'
import { handleDeleteUser } from './delete-user.ts'
import { eraseCommand, eraseUses } from './erase-command.ts'
import { recordErasure, replayErasures, replayUses } from './erasure-ledger.ts'
import { handleFindUsers } from './find-users.ts'
import { forgetAddressesJob } from './forget-addresses.ts'
import { handleGetUser, handleListUserRoles, handleListUsers } from './read-users.ts'
import { handleReadUserFigures } from './user-figures.ts'
import { handleUpdateUser } from './update-user.ts'
import {
  dropSupportPins,
  handleFindBySupportPin,
  handleGetSupportPin,
  handleRenewSupportPin,
} from './support-pin.ts'
import { handleListUserActivity } from './user-activity.ts'
import { handleEndUserSession, handleEndUserSessions, handleListUserSessions } from './user-sessions.ts'

const keepRole = listen(
  roleAssigned,
  { db: Database, roles: Roles },
  async ({ payload: { user }, db, roles }) => {
    await copyRole(db.orm, user, (await roles.roleOf(user)).id)
  },
)

const dropSealed = listen(secretKeyReplaced, { db: Database }, ({ db }) => dropSupportPins(db.orm))

const usersUses = {
  db: Database,
  sessions: Sessions,
  events: Events,
  clock: Clock,
  roles: Roles,
  audit: Audit,
}

export default definePluginServer(manifest, {
  provides: [
    usersExport,
    provide(Users, usersUses, createUsers),
    provide(UserNames, { db: Database }, createUserNames),
  ],
  settings: usersSettings,
  endpoints: [
    handleListUsers,
    handleFindUsers,
    handleReadUserFigures,
    handleListUserRoles,
    handleGetUser,
    handleUpdateUser,
    handleDeleteUser,
    handleListUserActivity,
    handleListUserSessions,
    handleEndUserSession,
    handleEndUserSessions,
    handleFindBySupportPin,
    handleGetSupportPin,
    handleRenewSupportPin,
  ],
  jobs: [forgetAddressesJob],
  listeners: [keepRole, recordErasure, dropSealed],
  uses: { ...eraseUses, ...replayUses },
  async setup(services, host) {
    host.command('erase', eraseCommand(services))
    await replayErasures(services)
  },
})
