import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import { choicesReply, defineEndpoint, defineResource, resourceEndpoints } from '@spawnpoint/sdk/common'
import { locationFields } from './schemas.ts'

export const locations = defineResource({
  id: 'locations',
  path: '/mc-admin/locations',
  title: 'name',
  icon: 'MapPin',
  nav: { group: 'management', order: 20 },
  fields: locationFields,
  fails: { LOCATIONS_UNKNOWN_PANEL_ID: 400 },
  columns: [
    { key: 'name', sort: true, search: true },
    { key: 'description', search: true },
    { key: 'panelLocationId', kind: 'code', sort: true },
    { key: 'nodeIp', kind: 'code', search: true },
    { key: 'slots', kind: 'number', sort: true },
    { key: 'status', kind: 'status', filter: ['online', 'offline', 'maintenance'] },
    { key: 'vipOnly', kind: 'boolean', filter: 'boolean' },
    { key: 'updatedAt', kind: 'date', sort: true },
    { key: 'createdAt', kind: 'date', sort: true },
  ],
  permissions: {
    list: 'admin.locations.list',
    create: 'admin.locations.create',
    edit: 'admin.locations.edit',
    delete: 'admin.locations.delete',
  },
})

export const locationEndpoints = resourceEndpoints(locations)

export const listPanelLocations = defineEndpoint({
  method: 'GET',
  path: '/api/locations/panel-locations',
  summary: 'List the locations of the game panel, for the form',
  access: { permission: 'admin.locations.list' },
  reply: choicesReply,
  fails: panelListFailures,
})
