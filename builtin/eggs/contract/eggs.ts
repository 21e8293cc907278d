import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import { choicesReply, defineEndpoint, defineResource, resourceEndpoints } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { eggFields } from './schemas.ts'

export const eggs = defineResource({
  id: 'eggs',
  path: '/mc-admin/eggs',
  title: 'name',
  icon: 'Egg',
  nav: { group: 'management', order: 31 },
  fields: eggFields,
  // Null where the category is gone: it was deleted while this plugin was switched off.
  computed: { categoryName: 'text' },
  fails: { EGGS_NO_CATEGORY: 400, EGGS_UNKNOWN_PANEL_ID: 400 },
  columns: [
    { key: 'name', sort: true, search: true },
    { key: 'categoryName' },
    { key: 'description', search: true },
    { key: 'panelEggId', kind: 'code', sort: true },
    { key: 'enabled', kind: 'boolean', filter: 'boolean' },
    { key: 'vipOnly', kind: 'boolean', filter: 'boolean' },
    { key: 'createdAt', kind: 'date', sort: true },
  ],
  permissions: {
    list: 'admin.egg.list',
    create: 'admin.egg.create',
    edit: 'admin.egg.edit',
    delete: 'admin.egg.delete',
  },
})

export const eggEndpoints = resourceEndpoints(eggs)

export const listEggFormCategories = defineEndpoint({
  method: 'GET',
  path: '/api/eggs/categories',
  summary: 'List the categories an egg can stand in, for the form',
  access: { permission: 'admin.egg.list' },
  reply: choicesReply,
})

export const listPanelEggs = defineEndpoint({
  method: 'GET',
  path: '/api/eggs/panel-eggs',
  summary: "List the game panel's eggs of a category's nest, for the form",
  access: { permission: 'admin.egg.list' },
  query: z.strictObject({ category: z.uuid() }),
  reply: choicesReply,
  fails: { EGGS_NO_CATEGORY: 404, ...panelListFailures },
})
