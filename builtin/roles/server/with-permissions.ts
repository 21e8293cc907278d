import { ROOT_PERMISSION, type ServicesOf } from '@spawnpoint/sdk/common'
import type { ConfigurationRow, ConfigurationSection } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { permissionUses, writePermissions } from './role-permissions.ts'
import { listGranted } from './role-queries.ts'

const permissionList = z.array(z.string())

const permissionsOf = (row: ConfigurationRow | null): readonly string[] =>
  permissionList.parse(row?.values['permissions'] ?? [])

const withoutPermissions = (row: ConfigurationRow | null) => {
  if (!row) return null
  const { permissions: _own, ...values } = row.values
  return { ...row, values }
}

/** Roles in the configuration file with all their permissions: the list of the file replaces the one of the role. */
export const withPermissions = (
  section: ConfigurationSection,
  uses: ServicesOf<typeof permissionUses>,
): ConfigurationSection => ({
  ...section,
  async read() {
    const rows = (await section.read()).map(async ({ id, values }) => {
      const permissions = await listGranted(uses.db.orm, id)
      return { id, values: { ...values, permissions } }
    })
    return Promise.all(rows)
  },
  async check({ permissions, ...values }, current, coming) {
    const problems = await section.check(values, withoutPermissions(current), coming)
    if (permissions === undefined) return problems
    const wanted = permissionList.safeParse(permissions)
    if (!wanted.success) return [...problems, 'permissions: not a list of permissions']
    const held = permissionsOf(current)
    const known = new Set(uses.permissions.catalogue().map(({ value }) => value))
    const unknown = wanted.data.filter((each) => !known.has(each) && !held.includes(each))
    return [...problems, ...unknown.map((each) => `permissions: there is no ${each}`)]
  },
  async write({ permissions, ...values }, current) {
    const role = await section.write(values, withoutPermissions(current))
    if (permissions === undefined) return role
    const wanted = permissionList.parse(permissions)
    const held = permissionsOf(current)
    const grant = wanted.filter((each) => !held.includes(each))
    const revoke = held.filter((each) => !wanted.includes(each))
    const actor = { permissions: [ROOT_PERMISSION] }
    if (grant.length + revoke.length > 0)
      await writePermissions(uses, { actor, by: null, role, grant, revoke })
    return role
  },
})
