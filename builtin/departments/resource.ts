import { boolean, defineResource, integer, multiline, schedule, text } from '@spawnpoint/sdk/resource'

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
    // Hours of open time in which customers are promised an answer, and an end.
    firstReplyHours: integer(1, 720).optional(),
    nextReplyHours: integer(1, 720).optional(),
    resolutionHours: integer(1, 2160).optional(),
    enabled: boolean(true).column({ filter: true }),
  },
})
