import { listCatalog } from '@spawnpoint/contracts/plugin-catalog'
import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** The catalog with its texts in the language of the reader. */
export function useCatalog() {
  const language = useStore(useHost().locale).toLowerCase()
  return useEndpoint(listCatalog, { query: { language } })
}
