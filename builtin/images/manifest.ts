import { defineBuiltin } from '@spawnpoint/sdk/common'

const category = 'Admin Images'
const descriptions = {
  list: 'List catalog images',
  create: 'Upload catalog images',
  edit: 'Rename catalog images',
  delete: 'Delete catalog images',
} as const

const permission = (action: keyof typeof descriptions) => ({
  constant: `ADMIN_IMAGES_${action.toUpperCase()}`,
  value: `admin.images.${action}`,
  category,
  description: descriptions[action],
})

export default defineBuiltin({
  id: 'images',
  title: '%title%',
  description: '%description%',
  icon: 'Image',
  dependencies: { pictures: '*' },
  permissions: {
    defines: [permission('list'), permission('create'), permission('edit'), permission('delete')],
  },
  contributes: {
    adminPages: [
      {
        id: 'images-list',
        path: '/mc-admin/images',
        rule: 'SCR87',
        area: 'admin',
        permission: 'admin.images.list',
        module: 'list-page',
        title: '%title%',
      },
      {
        id: 'images-create',
        path: '/mc-admin/images/create',
        rule: 'SCR88',
        area: 'admin',
        permission: 'admin.images.create',
        module: 'create-page',
        title: '%create.title%',
      },
      {
        id: 'images-delete',
        path: '/mc-admin/images/:id/delete',
        rule: 'SCR89',
        area: 'admin',
        permission: 'admin.images.delete',
        module: 'delete-page',
        title: '%delete.title%',
      },
    ],
    nav: [
      { area: 'admin', route: 'images-list', label: '%title%', icon: 'Image', group: 'content', order: 50 },
    ],
  },
  modules: {
    'list-page': 'browser/list-page.tsx',
    'create-page': 'browser/create-page.tsx',
    'delete-page': 'browser/delete-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
