import { useRef } from 'react'
import { CallError } from './call-error.ts'

const isAnswered = (error: unknown) => error instanceof CallError && error.status >= 400 && error.status < 500

/**
 * Names one attempt of a call that must count once. As long as nobody has answered it, trying again is the same
 * attempt; what the attempt answers or throws is passed on.
 *
 * @example
 * const call = useCall()
 * const withKey = useRequestKey()
 * await withKey((requestKey) => call(buyItem, { body: { item: 'ram', requestKey } }))
 */
export function useRequestKey(): <R>(attempt: (requestKey: string) => Promise<R>) => Promise<R> {
  const key = useRef<string>(null)
  return async (attempt) => {
    key.current ??= crypto.randomUUID()
    try {
      const result = await attempt(key.current)
      key.current = null
      return result
    } catch (error) {
      if (isAnswered(error)) key.current = null
      throw error
    }
  }
}
