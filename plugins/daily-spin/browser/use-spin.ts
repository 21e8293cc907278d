import { useHost, usePlugin } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { useRef, useState } from 'react'
import { readWheel, spinWheel } from '../contract/index.ts'
import manifest from '../manifest.ts'

export type Outcome = ReplyOf<typeof spinWheel>

/** Spins the wheel. A click that got no answer keeps its key, so the next click asks for the same spin. */
export function useSpin() {
  const { explain, notify } = usePlugin(manifest)
  const { refreshSession } = useHost()
  const action = useAction(spinWheel, { refreshes: [readWheel] })
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const open = useRef<{ readonly requestKey: string; readonly price: number } | null>(null)

  const spin = async (price: number) => {
    if (open.current?.price !== price) open.current = { requestKey: crypto.randomUUID(), price }
    try {
      const outcome = await action.mutateAsync({ body: open.current })
      open.current = null
      setOutcomes((earlier) => [...earlier, outcome])
      // The balance in the top bar is part of the session.
      await refreshSession('refresh')
    } catch (error) {
      notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return { spin, isSpinning: action.isPending, outcomes }
}
