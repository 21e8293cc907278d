import { defineResource, multiline, text } from '@spawnpoint/sdk/resource'

/** Characters of a text, which has to fit into a message together with what is written around it. */
const most = 5_000
const translation = () => multiline(most).optional()

export const cannedReplies = defineResource('tickets/canned-replies', {
  permission: 'admin.tickets.replies',
  category: 'Admin Tickets',
  path: '/mc-admin/canned-replies',
  nav: { group: 'support', order: 20 },
  icon: 'MessageSquare',
  title: 'name',
  rules: ['SCR125', 'SCR126', 'SCR127', 'SCR128'],
  dates: ['updatedAt'],
  fails: { TICKETS_VARIABLE: 400, TICKETS_BRACES: 400 },
  fields: {
    name: text(1, 80).unique('ignoreCase').column({ sort: true, search: true }),
    // The text that customers get whose language has none.
    en: multiline(most, 1).column({ search: true, phone: 'meta' }),
    ro: translation(),
    fr: translation(),
    de: translation(),
    es: translation(),
    md: translation(),
    languages: text(0, 60).computed().column({ phone: 'hidden' }),
  },
})
