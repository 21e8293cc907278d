import { usePlugin } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import { listDeliveries, replayDelivery, sendTest, type DeliveryView } from '../contract/index.ts'
import manifest from '../manifest.ts'

const TEST = 'test'

/** Replay and test message: one at a time, and a word about how it went. */
export const useSending = () => {
  const { t, explain, notify } = usePlugin(manifest)
  const again = useAction(replayDelivery, { refreshes: [listDeliveries] })
  const test = useAction(sendTest, { refreshes: [listDeliveries] })
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what)
    try {
      await work()
      notify.toast({ title: t('queued'), tone: 'success' })
    } catch (error) {
      notify.toast({ title: explain(error), tone: 'danger' })
    } finally {
      setBusy(null)
    }
  }
  return {
    busy,
    isTesting: busy === TEST,
    replay: ({ id }: DeliveryView) => void run(id, () => again.mutateAsync({ params: { id } })),
    test: () => void run(TEST, () => test.mutateAsync({})),
  }
}
