import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import {
  boolean,
  choice,
  defineResource,
  integer,
  multiline,
  pictureFrom,
  text,
} from '@spawnpoint/sdk/resource'

export const locations = defineResource('locations', {
  permission: 'admin.locations',
  nav: { group: 'management', order: 20 },
  icon: 'MapPin',
  title: 'name',
  rules: ['SCR43', 'SCR44', 'SCR45', 'SCR46'],
  dates: ['updatedAt', 'createdAt'],
  fails: { LOCATIONS_UNKNOWN_PANEL_ID: 400, ...panelListFailures },
  fields: {
    name: text(1, 191).column({ sort: true, search: true }),
    description: multiline(2000).column({ search: true }),
    // An ISO 3166 code, for the flag.
    country: text(2, 2)
      .pattern(/^[A-Za-z]{2}$/)
      .optional(),
    panelLocationId: integer(1, 2_147_483_647)
      .unique()
      .fixedInUse()
      .optionsFrom('panel-locations')
      .column({ sort: true, code: true }),
    nodeIp: text(1, 255)
      .pattern(/^[A-Za-z0-9.:-]+$/)
      .column({ search: true, code: true, phone: 'meta' }),
    // An https address at the location; browsers measure how long it takes to answer.
    pingUrl: text(1, 300)
      .pattern(/^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[\x21-\x7e]*)?$/)
      .optional(),
    status: choice(['online', 'offline', 'maintenance'])
      .initial('online')
      .tones({ online: 'success', offline: 'danger', maintenance: 'warning' })
      .column({ filter: true }),
    slots: integer(1, 1_000_000).initial(10).column({ sort: true, phone: 'meta' }),
    vipOnly: boolean().column({ filter: true }),
    imageId: pictureFrom('images'),
  },
})
