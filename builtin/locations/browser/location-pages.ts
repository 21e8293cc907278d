import { listPanelLocations, locationEndpoints, locations } from '@spawnpoint/contracts/locations'
import { resourcePages } from '@spawnpoint/sdk/resource/browser'

export const locationPages = resourcePages(locations, {
  endpoints: locationEndpoints,
  schema: () => import('@spawnpoint/contracts/locations/schemas').then((schemas) => schemas.locationFields),
  tones: { online: 'success', offline: 'danger', maintenance: 'warning' },
  form: [
    { name: 'name', kind: 'text' },
    { name: 'description', kind: 'textarea', rows: 3 },
    { name: 'panelLocationId', kind: 'select', optionsFrom: { endpoint: listPanelLocations } },
    { name: 'nodeIp', kind: 'text' },
    { name: 'status', kind: 'select', options: ['online', 'offline', 'maintenance'], initial: 'online' },
    { name: 'slots', kind: 'number', initial: 10 },
    { name: 'vipOnly', kind: 'switch' },
  ],
})
