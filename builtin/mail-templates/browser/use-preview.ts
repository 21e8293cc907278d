import { previewMailTemplate } from '@spawnpoint/contracts/mail-templates'
import { useCall, useExplain, useHost } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { useEffect, useState } from 'react'

export type Draft = NonNullable<CallOf<typeof previewMailTemplate>['body']>
export type Preview = ReplyOf<typeof previewMailTemplate>

const TYPING_PAUSE_MS = 400

/** The email as it would be sent, drawn anew when the typing pauses; the last one stays while a text can't be drawn. */
export const usePreview = (draft: Draft) => {
  const { clock } = useHost()
  const call = useCall()
  const explain = useExplain()
  const [drawn, setDrawn] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [key, setKey] = useState('')
  const wanted = JSON.stringify(draft)
  useEffect(() => {
    const stop = new AbortController()
    const draw = async () => {
      const body: Draft = JSON.parse(wanted)
      try {
        const next = await call(previewMailTemplate, { body, signal: stop.signal })
        setDrawn(next)
        setProblem(null)
      } catch (error) {
        if (!stop.signal.aborted) setProblem(explain(error))
      }
      setKey(wanted)
    }
    // The first one is drawn at once.
    const timer = clock.setTimeout(() => void draw(), key === '' ? 0 : TYPING_PAUSE_MS)
    return () => {
      clock.clearTimeout(timer)
      stop.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a changed text is drawn again
  }, [wanted, clock, call])
  return { drawn, problem, isLatest: key === wanted }
}
