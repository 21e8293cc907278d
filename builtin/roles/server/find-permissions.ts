import { CORE_ROLES } from '@spawnpoint/contracts/roles'
import type { DatabaseService } from '@spawnpoint/sdk/server'

/** Asked for each session that a process does not know yet: prepared, and one trip. */
export const findPermissions = async (db: DatabaseService, user: string): Promise<readonly string[]> => {
  const rows = await db.query<{ permission: string }>({
    name: 'roles.find-permissions',
    text: `select permission from roles."grant"
           where granted and role_id = coalesce((select role_id from roles.member where user_id = $1), $2)
           order by permission`,
    values: [user, CORE_ROLES.default],
  })
  return rows.map(({ permission }) => permission)
}
