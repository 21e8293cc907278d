import { eggEndpoints, eggs, listEggFormCategories, listPanelEggs } from '@spawnpoint/contracts/eggs'
import { resourcePages } from '@spawnpoint/sdk/resource/browser'

export const eggPages = resourcePages(eggs, {
  endpoints: eggEndpoints,
  schema: () => import('@spawnpoint/contracts/eggs/schemas').then((schemas) => schemas.eggFields),
  form: [
    { name: 'name', kind: 'text' },
    { name: 'description', kind: 'textarea', rows: 3 },
    { name: 'categoryId', kind: 'select', optionsFrom: { endpoint: listEggFormCategories } },
    {
      name: 'panelEggId',
      kind: 'select',
      optionsFrom: { endpoint: listPanelEggs, query: { category: 'categoryId' } },
    },
    { name: 'enabled', kind: 'switch', initial: true },
    { name: 'vipOnly', kind: 'switch' },
  ],
})
