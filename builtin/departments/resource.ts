import { boolean, defineResource, multiline, schedule, text } from '@spawnpoint/sdk/resource'

export const departments = defineResource('departments', {
  permission: 'admin.departments',
  nav: { group: 'management', order: 40 },
  icon: 'Inbox',
  title: 'name',
  rules: ['SCR47', 'SCR48', 'SCR49', 'SCR50'],
  fields: {
    name: text(1, 191).unique('ignoreCase').column({ sort: true, search: true }),
    description: multiline(2000).column({ search: true }),
    openingHours: schedule().column(),
    enabled: boolean(true).column({ filter: true }),
  },
})
