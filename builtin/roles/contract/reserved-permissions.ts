import type { PermissionEntry } from '@spawnpoint/sdk/common'

const words: Readonly<Record<string, string>> = {
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
  list: 'List',
  view: 'View',
}

const area = (
  category: string,
  constant: string,
  value: string,
  noun: string,
  actions: readonly string[],
): readonly PermissionEntry[] =>
  actions.map((action) => ({
    constant: `${constant}_${action.toUpperCase()}`,
    value: `${value}.${action}`,
    category,
    description: `${words[action] ?? action} ${noun}`,
  }))

const full = ['create', 'edit', 'delete', 'list']

/**
 * Areas of the catalogue that no switched-on plugin defines yet: roles can be given them ahead of time. A plugin that
 * brings one of these areas defines it itself, and its lines go from here.
 */
export const reservedPermissions: readonly PermissionEntry[] = [
  ...area('Admin J4R Servers', 'ADMIN_J4R_SERVERS', 'admin.j4r.servers', 'join-for-rewards servers', full),
  ...area('Admin Servers', 'ADMIN_SERVERS', 'admin.servers', 'live servers', ['edit', 'delete', 'list']),
  ...area('Admin Tickets', 'ADMIN_TICKETS', 'admin.tickets', 'tickets', ['list', 'view']),
  ...area('Admin Announcements', 'ADMIN_ANNOUNCEMENTS', 'admin.announcements', 'announcements', full),
  ...area('Admin Backups', 'ADMIN_BACKUPS', 'admin.backups', 'backups', ['create', 'delete', 'list']),
  ...area('Admin Images', 'ADMIN_IMAGES', 'admin.images', 'catalogue pictures', full),
  ...area('Admin Mail Templates', 'ADMIN_MAIL_TEMPLATES', 'admin.mail.templates', 'mail templates', full),
  {
    constant: 'ADMIN_MAIL_SEND_MASS_MAIL',
    value: 'admin.mail.send.mass.mails',
    category: 'Admin Mail',
    description: 'Send a template to all users',
  },
  ...area('Admin Redirect Links', 'ADMIN_REDIRECT_LINKS', 'admin.redirect.links', 'redirect links', full),
  ...area('Admin Image Reports', 'ADMIN_IMAGE_REPORTS', 'admin.image.reports', 'reports on user images', [
    'view',
    'list',
    'edit',
    'delete',
  ]),
  ...area('Admin Health', 'ADMIN_HEALTH', 'admin.health', 'the health page', ['view']),
]
