import { resumeSession } from '@spawnpoint/contracts/auth'
import { CallError, useHost } from '@spawnpoint/sdk/browser'
import { useEffect, useState } from 'react'
import { arrive } from './arrive.ts'

const AGAIN_AFTER_MS = 5_000

const isOutage = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)

/**
 * An outage makes this tab forget the session that the server still knows. The log-in page asks once whether it is
 * so, and goes on asking while nobody answers.
 */
export const useResume = (): { readonly isServerAway: boolean; readonly hasSso: boolean } => {
  const host = useHost()
  const [isServerAway, setServerAway] = useState(false)
  const [hasSso, setHasSso] = useState(false)
  useEffect(() => {
    let timer: number | undefined
    let gone = false
    const ask = async () => {
      try {
        const { resumed, preferences, sso } = await host.call(resumeSession, { body: {} })
        if (gone) return
        setServerAway(false)
        setHasSso(sso)
        if (resumed && preferences) await arrive(host, { next: null, preferences })
      } catch (error) {
        // Any other failure means that there is nothing to resume: the form is there.
        if (gone || !isOutage(error)) return
        setServerAway(true)
        timer = host.clock.setTimeout(() => void ask(), AGAIN_AFTER_MS)
      }
    }
    void ask()
    return () => {
      gone = true
      if (timer !== undefined) host.clock.clearTimeout(timer)
    }
  }, [host])
  return { isServerAway, hasSso }
}
