import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import {
  boolean,
  defineResource,
  gamePicture,
  integer,
  multiline,
  pictureFrom,
  text,
} from '@spawnpoint/sdk/resource'

export const eggCategories = defineResource('egg-categories', {
  permission: 'admin.nests',
  nav: { group: 'management', order: 30 },
  icon: 'FolderTree',
  title: 'name',
  rules: ['SCR55', 'SCR56', 'SCR57', 'SCR58'],
  dates: ['updatedAt', 'createdAt'],
  fails: { EGG_CATEGORIES_UNKNOWN_PANEL_ID: 400, ...panelListFailures },
  fields: {
    name: text(1, 191).column({ sort: true, search: true }),
    description: multiline(2000).column({ search: true }),
    panelNestId: integer(1, 2_147_483_647)
      .unique()
      .fixedInUse()
      .optionsFrom('panel-nests')
      .column({ sort: true, code: true }),
    enabled: boolean(true).column({ filter: true }),
    picture: gamePicture(),
    imageId: pictureFrom('images'),
  },
})
