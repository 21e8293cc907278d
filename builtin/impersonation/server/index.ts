import { startImpersonation, stopImpersonation } from '@spawnpoint/contracts/impersonation'
import { Roles } from '@spawnpoint/contracts/roles'
import { Users } from '@spawnpoint/contracts/users'
import {
  answer,
  Audit,
  Database,
  definePluginServer,
  requireReauthentication,
  Sessions,
} from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'

const uses = { db: Database, audit: Audit, sessions: Sessions, users: Users }

const handleStart = answer(
  startImpersonation,
  { ...uses, roles: Roles },
  async ({ actor, body, ip, request, reply, fail, db, audit, sessions, users, roles }) => {
    await requireReauthentication(sessions, actor)
    const person = await users.find(body.user)
    if (!person) throw fail('NOT_FOUND')
    if (person.bannedReason !== null) throw fail('IMPERSONATION_BANNED')
    const permissions = await roles.permissionsOf(person.id)
    if (permissions.some((permission) => permission.startsWith('admin.'))) throw fail('IMPERSONATION_STAFF')
    await audit.write(db.orm, {
      actor: actor.id,
      action: 'impersonation:started',
      target: person.id,
      after: { reason: body.reason },
      ip,
    })
    await sessions.start({ request, reply }, person.id, actor.id)
    return {}
  },
)

const handleStop = answer(
  stopImpersonation,
  uses,
  async ({ actor, ip, request, reply, fail, db, audit, sessions }) => {
    if (actor.impersonator === null) throw fail('IMPERSONATION_NONE')
    await audit.write(db.orm, {
      actor: actor.impersonator,
      action: 'impersonation:ended',
      target: actor.id,
      ip,
    })
    await sessions.start({ request, reply }, actor.impersonator)
    return { user: actor.id }
  },
)

export default definePluginServer(manifest, { endpoints: [handleStart, handleStop] })
