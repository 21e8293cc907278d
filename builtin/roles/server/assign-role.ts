import { CORE_ROLES, roleAssigned, type RolesService } from '@spawnpoint/contracts/roles'
import type { AuditService, EventsService, Queries, SessionsService } from '@spawnpoint/sdk/server'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { exceeds, includesRoot, roleFailure } from './role-failure.ts'
import * as queries from './role-queries.ts'

export interface AssignUses {
  readonly audit: AuditService
  readonly events: EventsService
  readonly sessions: SessionsService
}

const give = async ({ events, sessions }: AssignUses, tx: Queries, user: string, role: string) => {
  await queries.putMember(tx, user, role)
  await sessions.bumpEpoch(tx, user)
  await events.emit(tx, roleAssigned, { user, role })
}

export const keepAdministrator: RolesService['keepAdministrator'] = async (tx, work) => {
  await queries.lockAdministrators(tx)
  const had = await queries.hasAdministrator(tx)
  await work()
  if (had && !(await queries.hasAdministrator(tx))) throw roleFailure('ROLES_LAST_ADMINISTRATOR')
}

export const assignRole =
  (uses: AssignUses): RolesService['assign'] =>
  async (tx, { user, role, actor }) => {
    if (!(await queries.holdRole(tx, role))) throw roleFailure('ROLES_UNKNOWN')
    const [given] = await queries.findGivenRoles(tx, [user])
    const before = given?.id ?? CORE_ROLES.default
    if (before === role) return
    const [gains, losses] = [await queries.listGranted(tx, role), await queries.listGranted(tx, before)]
    if (exceeds(actor.permissions, [...gains, ...losses])) throw roleFailure('ROLES_EXCEEDS_OWN')
    const work = () => give(uses, tx, user, role)
    if (includesRoot(losses)) return keepAdministrator(tx, work)
    if (includesRoot(gains)) await queries.lockAdministrators(tx)
    await work()
  }

/** Also gives the role its one permission back, so that the command line always leads in. */
export const assignAdministrator =
  (uses: AssignUses): RolesService['assignAdministrator'] =>
  async (tx, user) => {
    await queries.lockAdministrators(tx)
    await queries.writeGrants(tx, CORE_ROLES.administrator, [ROOT_PERMISSION], true)
    await give(uses, tx, user, CORE_ROLES.administrator)
    await uses.audit.write(tx, {
      actor: null,
      action: 'roles:administrator_assigned',
      target: user,
      after: { role: CORE_ROLES.administrator },
    })
  }
