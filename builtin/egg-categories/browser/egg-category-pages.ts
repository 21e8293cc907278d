import { eggCategories, eggCategoryEndpoints, listPanelNests } from '@spawnpoint/contracts/egg-categories'
import { resourcePages } from '@spawnpoint/sdk/resource/browser'

export const eggCategoryPages = resourcePages(eggCategories, {
  endpoints: eggCategoryEndpoints,
  schema: () =>
    import('@spawnpoint/contracts/egg-categories/schemas').then((schemas) => schemas.eggCategoryFields),
  form: [
    { name: 'name', kind: 'text' },
    { name: 'description', kind: 'textarea', rows: 3 },
    { name: 'panelNestId', kind: 'select', optionsFrom: { endpoint: listPanelNests } },
    { name: 'enabled', kind: 'switch', initial: true },
  ],
})
