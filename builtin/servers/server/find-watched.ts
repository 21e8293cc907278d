import { holds } from '@spawnpoint/sdk/common'
import type { Actor, EndpointFailure } from '@spawnpoint/sdk/server'
import { mayActOn } from './may-act-on.ts'
import { findServer, findServerOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import type { ServerRecord } from './tables.ts'

const staffPermission = 'admin.servers.edit'

/** A person who wants to use a console: their own, or as staff. */
export interface Watcher {
  readonly actor: Actor
  readonly id: string
  readonly isStaff: boolean
  fail(code: 'NOT_FOUND' | 'SERVERS_NO_CONSOLE'): EndpointFailure
  exceedsOwn(): EndpointFailure
}

/** The server whose console somebody may use. A stranger's is not there, nor is it for staff in their own calls. */
export const findWatched = async (
  services: ServerUses,
  { actor, id, isStaff, fail, exceedsOwn }: Watcher,
): Promise<ServerRecord> => {
  const { orm } = services.db
  const row = await (isStaff ? findServer(orm, id) : findServerOf(orm, actor.id, id))
  if (!row) throw fail('NOT_FOUND')
  if (isStaff && !(await mayActOn(services, actor, row.owner))) throw exceedsOwn()
  if (!services.consoles.available()) throw fail('SERVERS_NO_CONSOLE')
  return row
}

/** Whether somebody who watches still may; asked again and again, since rights and owners change. */
export const mayStillWatch = async (
  services: ServerUses,
  { actor, id, isStaff }: Pick<Watcher, 'actor' | 'id' | 'isStaff'>,
): Promise<boolean> => {
  const row = await findServer(services.db.orm, id)
  if (!row || !services.consoles.available()) return false
  const sessions = await services.sessions.list(actor.id, actor.session)
  if (!sessions.some((each) => each.id === actor.session)) return false
  if (!isStaff) return row.owner === actor.id
  const permissions = await services.permissions.of(actor.id)
  return holds(permissions, staffPermission) && mayActOn(services, { permissions }, row.owner)
}
