import { defineBuiltin } from '@spawnpoint/sdk/common'

const category = 'Admin Mail Templates'

export default defineBuiltin({
  id: 'mail-templates',
  title: '%title%',
  description: '%description%',
  icon: 'Mail',
  dependencies: { mail: '*', users: '*' },
  permissions: {
    defines: [
      {
        constant: 'ADMIN_MAIL_TEMPLATES_LIST',
        value: 'admin.mail.templates.list',
        category,
        description: 'List mail templates',
      },
      {
        constant: 'ADMIN_MAIL_TEMPLATES_CREATE',
        value: 'admin.mail.templates.create',
        category,
        description: 'Create mail templates',
      },
      {
        constant: 'ADMIN_MAIL_TEMPLATES_EDIT',
        value: 'admin.mail.templates.edit',
        category,
        description: 'Edit mail templates',
      },
      {
        constant: 'ADMIN_MAIL_TEMPLATES_DELETE',
        value: 'admin.mail.templates.delete',
        category,
        description: 'Delete mail templates',
      },
    ],
  },
  contributes: {
    adminPages: [
      {
        id: 'mail-templates-list',
        path: '/mc-admin/mail-templates',
        rule: 'SCR67',
        area: 'admin',
        permission: 'admin.mail.templates.list',
        module: 'list',
        title: '%pages.list.title%',
      },
      {
        id: 'mail-templates-create',
        path: '/mc-admin/mail-templates/create',
        rule: 'SCR68',
        area: 'admin',
        permission: 'admin.mail.templates.create',
        module: 'create',
        title: '%pages.create.title%',
      },
      {
        id: 'mail-templates-edit',
        path: '/mc-admin/mail-templates/:id/edit',
        rule: 'SCR69',
        area: 'admin',
        permission: 'admin.mail.templates.edit',
        module: 'edit',
        title: '%pages.edit.title%',
      },
      {
        id: 'mail-templates-delete',
        path: '/mc-admin/mail-templates/:id/delete',
        rule: 'SCR70',
        area: 'admin',
        permission: 'admin.mail.templates.delete',
        module: 'delete',
        title: '%pages.delete.title%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'mail-templates-list',
        label: '%title%',
        icon: 'Mail',
        group: 'content',
        order: 50,
      },
    ],
  },
  modules: {
    list: 'browser/list-page.tsx',
    create: 'browser/create-page.tsx',
    edit: 'browser/edit-page.tsx',
    delete: 'browser/delete-page.tsx',
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
})
