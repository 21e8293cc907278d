import { defineBuiltin } from '@spawnpoint/sdk/common'

const descriptions = {
  view: 'View reports of images, with the image',
  list: 'List reports of images',
  edit: 'Decide on reports of images',
  delete: 'Delete dismissed reports of images',
} as const

const permission = (action: keyof typeof descriptions) => ({
  constant: `ADMIN_IMAGE_REPORTS_${action.toUpperCase()}`,
  value: `admin.image.reports.${action}`,
  category: 'Admin Image Reports',
  description: descriptions[action],
})

export default defineBuiltin({
  id: 'image-reports',
  title: '%title%',
  description: '%description%',
  icon: 'Flag',
  dependencies: { pictures: '*', users: '*' },
  permissions: {
    defines: [permission('view'), permission('list'), permission('edit'), permission('delete')],
  },
  contributes: {
    adminPages: [
      {
        id: 'image-reports-list',
        path: '/mc-admin/image-reports',
        rule: 'SCR91',
        area: 'admin',
        permission: 'admin.image.reports.view',
        module: 'list-page',
        title: '%title%',
      },
      {
        id: 'image-reports-edit',
        path: '/mc-admin/image-reports/:id/edit',
        rule: 'SCR92',
        area: 'admin',
        permission: 'admin.image.reports.edit',
        module: 'edit-page',
        title: '%edit.title%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'image-reports-list',
        label: '%title%',
        icon: 'Flag',
        group: 'content',
        order: 55,
      },
    ],
    slots: [
      { slot: 'images.before', module: 'own-decisions', order: 10 },
      {
        slot: 'admin.home.attention',
        module: 'home-attention',
        order: 60,
        permission: 'admin.image.reports.view',
      },
    ],
  },
  modules: {
    'list-page': 'browser/list-page.tsx',
    'edit-page': 'browser/edit-page.tsx',
    'own-decisions': 'browser/own-decisions.tsx',
    'home-attention': 'browser/home-attention.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
