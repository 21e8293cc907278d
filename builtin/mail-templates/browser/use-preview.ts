import { useCall, useExplain, useHost } from '@spawnpoint/sdk/browser'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { useEffect, useState } from 'react'

export interface Preview {
  readonly subject: string
  readonly text: string
  readonly path: string
}

const TYPING_PAUSE_MS = 400

/** The email as it would be sent, drawn anew when the typing pauses; the last one stays while a text can't be drawn. */
export const usePreview = (endpoint: AnyEndpoint, draft: unknown) => {
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
      const body: unknown = JSON.parse(wanted)
      try {
        // The endpoints of all previews answer alike.
        setDrawn((await call(endpoint, { body, signal: stop.signal } as never)) as Preview)
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
  }, [wanted, clock, call, endpoint])
  return { drawn, problem, isLatest: key === wanted }
}
