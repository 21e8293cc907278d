import { defineEndpoint, defineEvent, resourceEndpoints, rowId, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { roles } from '../resource.ts'

export const roleEndpoints = resourceEndpoints(roles)

const params = z.strictObject({ id: rowId })
const values = z.array(z.string().max(200)).max(500)

const permissionFailures = {
  NOT_FOUND: 404,
  ROLES_EXCEEDS_OWN: 403,
  ROLES_UNKNOWN_PERMISSION: 400,
  ROLES_LAST_ADMINISTRATOR: 409,
  REAUTHENTICATION_REQUIRED: 403,
} as const

export const listRolePermissions = defineEndpoint({
  method: 'GET',
  path: '/api/roles/:id/permissions',
  summary: 'The permission catalogue, with what a role has of it',
  access: { permission: 'admin.permissions.list' },
  params,
  reply: z.object({
    role: z.object({ id: rowId, name: z.string(), color: z.string() }),
    /** False when the role holds what the caller does not: then nothing of it may be changed. */
    editable: z.boolean(),
    entries: z.array(
      z.object({
        value: z.string(),
        /** The plugin that defines it; null for a value that no plugin defines now. */
        plugin: z.string().nullable(),
        category: z.string(),
        description: z.string(),
        granted: z.boolean(),
        /** May the caller give and take this one? */
        allowed: z.boolean(),
      }),
    ),
    /** Granted values that no plugin defines now, e.g. of one that is switched off. */
    strays: z.array(z.string()),
  }),
  fails: { NOT_FOUND: 404 },
})

const changed = z.object({ granted: z.array(z.string()) })

export const grantPermissions = defineEndpoint({
  method: 'POST',
  path: '/api/roles/:id/permissions',
  summary: 'Give permissions to a role',
  access: { permission: 'admin.permissions.create' },
  params,
  body: z.strictObject({ permissions: values.min(1) }),
  reply: changed,
  fails: permissionFailures,
})

export const changePermissions = defineEndpoint({
  method: 'PATCH',
  path: '/api/roles/:id/permissions',
  summary: 'Give and take permissions of a role at once',
  access: { permission: 'admin.permissions.edit' },
  params,
  body: z.strictObject({ grant: values, revoke: values }),
  reply: changed,
  fails: permissionFailures,
})

export const revokePermissions = defineEndpoint({
  method: 'POST',
  path: '/api/roles/:id/permissions/revoke',
  summary: 'Take permissions from a role',
  access: { permission: 'admin.permissions.delete' },
  params,
  body: z.strictObject({ permissions: values.min(1) }),
  reply: changed,
  fails: permissionFailures,
})

/** A role was created, edited, deleted, or has other permissions than before. */
export const rolesChanged = defineEvent('roles:changed', z.object({ role: rowId }))
/** A user's role has changed. Call `roleOf` for the current one. */
export const roleAssigned = defineEvent('roles:assigned', z.object({ user: userId, role: rowId }))
