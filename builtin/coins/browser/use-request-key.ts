import { CallError } from '@spawnpoint/sdk/browser'
import { useRef } from 'react'

const isAnswered = (error: unknown) => error instanceof CallError && error.status >= 400 && error.status < 500

/** Names one attempt. As long as nobody has answered it, trying again is the same attempt and moves coins once. */
export function useRequestKey() {
  const key = useRef<string>(null)
  return async <R>(attempt: (requestKey: string) => Promise<R>): Promise<R> => {
    key.current ??= crypto.randomUUID()
    try {
      const result = await attempt(key.current)
      key.current = null
      return result
    } catch (error) {
      if (isAnswered(error) && !(error instanceof CallError && error.code === 'PROOF_REQUIRED'))
        key.current = null
      throw error
    }
  }
}
