import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import { choicesReply, defineEndpoint, defineResource, resourceEndpoints } from '@spawnpoint/sdk/common'
import { eggCategoryFields } from './schemas.ts'

export const eggCategories = defineResource({
  id: 'egg-categories',
  path: '/mc-admin/egg-categories',
  title: 'name',
  icon: 'FolderTree',
  nav: { group: 'management', order: 30 },
  fields: eggCategoryFields,
  fails: { EGG_CATEGORIES_UNKNOWN_PANEL_ID: 400 },
  columns: [
    { key: 'name', sort: true, search: true },
    { key: 'description', search: true },
    { key: 'panelNestId', kind: 'code', sort: true },
    { key: 'enabled', kind: 'boolean', filter: 'boolean' },
    { key: 'updatedAt', kind: 'date', sort: true },
    { key: 'createdAt', kind: 'date', sort: true },
  ],
  permissions: {
    list: 'admin.nests.list',
    create: 'admin.nests.create',
    edit: 'admin.nests.edit',
    delete: 'admin.nests.delete',
  },
})

export const eggCategoryEndpoints = resourceEndpoints(eggCategories)

export const listPanelNests = defineEndpoint({
  method: 'GET',
  path: '/api/egg-categories/panel-nests',
  summary: 'List the nests of the game panel, for the form',
  access: { permission: 'admin.nests.list' },
  reply: choicesReply,
  fails: panelListFailures,
})
