import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import {
  boolean,
  defineResource,
  gamePicture,
  integer,
  multiline,
  pictureFrom,
  text,
  uuid,
} from '@spawnpoint/sdk/resource'

export const eggs = defineResource('eggs', {
  permission: 'admin.egg',
  category: 'Admin Eggs',
  nav: { group: 'management', order: 31 },
  icon: 'Egg',
  title: 'name',
  rules: ['SCR51', 'SCR52', 'SCR53', 'SCR54'],
  fails: { EGGS_NO_CATEGORY: 400, EGGS_UNKNOWN_PANEL_ID: 400, ...panelListFailures },
  fields: {
    name: text(1, 191).column({ sort: true, search: true }),
    // Null when the category was deleted while this plugin was switched off.
    categoryName: text(1, 191).computed().column(),
    description: multiline(2000).column({ search: true }),
    // The category is another plugin's row: a lock on write and a check on deletion instead of a foreign key.
    categoryId: uuid().optionsFrom('categories'),
    panelEggId: integer(1, 2_147_483_647)
      .optionsFrom('panel-eggs', { category: 'categoryId' })
      .column({ sort: true, code: true, phone: 'hidden' }),
    enabled: boolean(true).column({ filter: true }),
    vipOnly: boolean().column({ filter: true }),
    picture: gamePicture(),
    imageId: pictureFrom('images'),
  },
})
