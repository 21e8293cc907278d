import { useRef } from 'react'

/**
 * Runs an action once at a time: a second click or Enter while it runs does nothing.
 *
 * @example const once = useSubmitLock(); return <form onSubmit={() => void once(remove)} />
 */
export const useSubmitLock = (): ((run: () => unknown) => Promise<void>) => {
  const isRunning = useRef(false)
  return async (run) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await run()
    } finally {
      isRunning.current = false
    }
  }
}
