import { setMaintenance } from '@spawnpoint/contracts/maintenance'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'

interface MaintenanceState {
  readonly enabled: boolean
  readonly message?: string
  readonly until?: string
}

/** Turns maintenance on or off; the page learns of it by the settings. */
export function useMaintenance() {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const set = useAction(setMaintenance)
  return {
    isPending: set.isPending,
    change: async (body: MaintenanceState): Promise<void> => {
      try {
        await set.mutateAsync({ body })
        await host.refreshSettings()
        host.notify.toast({ title: t(body.enabled ? 'card.turnedOn' : 'card.turnedOff'), tone: 'success' })
      } catch (error) {
        host.notify.toast({ title: explain(error), tone: 'danger' })
      }
    },
  }
}
