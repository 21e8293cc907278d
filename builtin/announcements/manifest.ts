import { defineBuiltin } from '@spawnpoint/sdk/common'
import { announcements } from './resource.ts'

export default defineBuiltin({
  id: 'announcements',
  title: '%title%',
  description: '%description%',
  icon: 'Megaphone',
  dependencies: { roles: '*', users: '*' },
  resources: [
    {
      resource: announcements,
      view: 'browser/announcement-view.tsx',
      pages: { create: 'browser/create-page.tsx', edit: 'browser/edit-page.tsx' },
    },
  ],
  contributes: {
    routes: [
      {
        id: 'announcements',
        path: '/announcements',
        rule: 'SCR17',
        area: 'user',
        module: 'announcements-page',
        title: '%feed.title%',
      },
    ],
    nav: [
      {
        area: 'user',
        route: 'announcements',
        label: '%feed.title%',
        icon: 'Megaphone',
        group: 'community',
        order: 35,
        badge: 'unread_announcements',
        badgeLabel: '%feed.unreadCount%',
      },
    ],
    slots: [{ slot: 'dashboard.before', module: 'headline', order: 10 }],
    commands: [{ id: 'open-announcements', title: '%feed.title%', route: 'announcements' }],
  },
  modules: { 'announcements-page': 'browser/announcements-page.tsx', headline: 'browser/headline.tsx' },
  customerMessages: true,
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
