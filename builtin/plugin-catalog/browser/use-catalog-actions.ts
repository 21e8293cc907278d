import {
  listCatalog,
  refreshCatalog,
  reviewFromCatalog,
  type CatalogItem,
} from '@spawnpoint/contracts/plugin-catalog'
import { useCall, useExplain, useHost, useReauthenticate } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'

/** Reading the catalogs again, and the way from a row to the consent of the page of plugins. */
export function useCatalogActions() {
  const host = useHost()
  const call = useCall()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const refresh = useAction(refreshCatalog, { refreshes: [listCatalog] })
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(null)
    }
  }
  return {
    busy,
    failure,
    isReading: refresh.isPending,
    refresh: () => void attempt(() => refresh.mutateAsync({})),
    install({ catalog, id, version }: CatalogItem) {
      setBusy(id)
      void attempt(async () => {
        const body = { catalog, id, version }
        const { review } = await reauthenticate(() => call(reviewFromCatalog, { body }))
        host.navigate(`${host.pathTo('admin-plugins')}?review=${review}`)
      })
    },
  }
}
