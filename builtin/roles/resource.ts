import { boolean, color, defineResource, integer, text } from '@spawnpoint/sdk/resource'

export const roles = defineResource('roles', {
  permission: 'admin.roles',
  nav: { group: 'management', order: 60 },
  icon: 'Shield',
  title: 'name',
  rules: ['SCR75', 'SCR76', 'SCR77', 'SCR78'],
  fails: { ROLES_CORE: 409, ROLES_EXCEEDS_OWN: 403 },
  fields: {
    name: text(1, 64).column({ sort: true, search: true }),
    realName: text(1, 64)
      .pattern(/^[a-z0-9][a-z0-9_-]*$/)
      .unique()
      .column({ sort: true, search: true, code: true, phone: 'hidden' }),
    color: color().initial('#6b7280').column({ phone: 'hidden' }),
    // Null for the default role, which everybody without another role has.
    members: integer(0, Number.MAX_SAFE_INTEGER).computed().column({ phone: 'meta' }),
    core: boolean().readOnly().column({ filter: true }),
  },
})
