import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { toasts } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { listDeliveries, replayDelivery, sendTest, type DeliveryView } from '../contract/index.ts'

const TEST = 'test'

/** Replay and test message: one at a time, and a word about how it went. */
export const useSending = () => {
  const t = useT()
  const explain = useExplain()
  const again = useAction(replayDelivery, { refreshes: [listDeliveries] })
  const test = useAction(sendTest, { refreshes: [listDeliveries] })
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what)
    try {
      await work()
      toasts.show({ title: t('queued'), tone: 'success' })
    } catch (error) {
      toasts.show({ title: explain(error), tone: 'danger' })
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
