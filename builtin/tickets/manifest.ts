import { defineBuiltin } from '@spawnpoint/sdk/common'
import { cannedReplies } from './resource.ts'

const category = 'Admin Tickets'
const flag = 'allow_tickets'

export default defineBuiltin({
  id: 'tickets',
  title: '%title%',
  description: '%description%',
  icon: 'Ticket',
  dependencies: { users: '*' },
  flags: [flag],
  resources: [{ resource: cannedReplies, view: 'browser/canned-reply-view.tsx' }],
  permissions: {
    defines: [
      {
        constant: 'ADMIN_TICKETS_LIST',
        value: 'admin.tickets.list',
        category,
        description: 'List tickets of all customers',
      },
      {
        constant: 'ADMIN_TICKETS_VIEW',
        value: 'admin.tickets.view',
        category,
        description: 'Open, answer and assign tickets',
      },
      {
        constant: 'ADMIN_TICKETS_COMPENSATE',
        value: 'admin.tickets.compensate',
        category,
        description: 'Grant coins and server days with a reply, within the daily limit',
      },
      {
        constant: 'ADMIN_TICKETS_VIEWS_SHARE',
        value: 'admin.tickets.views.share',
        category,
        description: 'Share saved views of the ticket queue and delete shared ones',
      },
    ],
  },
  contributes: {
    routes: [
      {
        id: 'tickets',
        path: '/ticket',
        rule: 'SCR29',
        area: 'user',
        flag,
        module: 'list',
        title: '%pages.list.title%',
      },
      {
        id: 'ticket-create',
        path: '/ticket/create',
        rule: 'SCR30',
        area: 'user',
        flag,
        module: 'create',
        title: '%pages.create.title%',
      },
      {
        id: 'ticket',
        path: '/ticket/:id',
        rule: 'SCR31',
        area: 'user',
        flag,
        module: 'view',
        title: '%pages.view.title%',
      },
    ],
    adminPages: [
      {
        id: 'ticket-queue',
        path: '/mc-admin/tickets',
        rule: 'SCR94',
        area: 'admin',
        permission: 'admin.tickets.list',
        module: 'queue',
        title: '%pages.queue.title%',
      },
      {
        id: 'queued-ticket',
        path: '/mc-admin/tickets/:id',
        rule: 'SCR95',
        area: 'admin',
        permission: 'admin.tickets.view',
        module: 'desk',
        title: '%pages.desk.title%',
      },
    ],
    nav: [
      { area: 'user', route: 'tickets', label: '%nav%', icon: 'Ticket', group: 'support', order: 10 },
      { area: 'admin', route: 'ticket-queue', label: '%nav%', icon: 'Ticket', group: 'support', order: 10 },
    ],
    slots: [
      { slot: 'announcements.incident', module: 'incident-tickets', permission: 'admin.tickets.view' },
      { slot: 'admin.home.figures', module: 'home-figures', order: 50, permission: 'admin.tickets.list' },
    ],
    commands: [{ id: 'create-ticket', title: '%pages.create.title%', route: 'ticket-create' }],
  },
  modules: {
    'incident-tickets': 'browser/incident-tickets.tsx',
    list: 'browser/list-page.tsx',
    create: 'browser/create-page.tsx',
    view: 'browser/ticket-page.tsx',
    queue: 'browser/queue-page.tsx',
    desk: 'browser/desk-page.tsx',
    'home-figures': 'browser/home-figures.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
