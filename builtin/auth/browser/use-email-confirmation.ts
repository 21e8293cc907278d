import { verifyEmail } from '@spawnpoint/contracts/auth'
import { useExplain, useHost, useLocation } from '@spawnpoint/sdk/browser'
import { useEffect, useRef, useState } from 'react'
import { hashValue } from './hash-value.ts'

export type Confirmation = { readonly ok: boolean; readonly text: string | null }

/** The email's link leads here with a token in the fragment; opening the page confirms the address. */
export const useEmailConfirmation = (): Confirmation | null => {
  const host = useHost()
  const explain = useExplain()
  const token = hashValue(useLocation().hash, 'verify')
  const asked = useRef<string | null>(null)
  const [result, setResult] = useState<Confirmation | null>(null)
  useEffect(() => {
    // A token counts once: a second call would say that the first has used it up.
    if (!token || asked.current === token) return
    asked.current = token
    host.call(verifyEmail, { body: { token } }).then(
      () => setResult({ ok: true, text: null }),
      (error: unknown) => setResult({ ok: false, text: explain(error) }),
    )
  }, [host, explain, token])
  return result
}
