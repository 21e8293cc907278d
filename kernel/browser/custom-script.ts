import type { PlatformClock } from './platform/platform.ts'

const address = '/api/system/custom.js'
const patienceMs = 3000

export interface CustomScript {
  readonly document: Document
  readonly clock: PlatformClock
  readonly admit: (address: string) => string
}

/** Adds the operator's script and waits for it, but never longer than three seconds and never in vain. */
export const loadCustomScript = ({ document, clock, admit }: CustomScript): Promise<void> =>
  new Promise((resolve) => {
    const script = document.createElement('script')
    const timer = clock.setTimeout(resolve, patienceMs)
    const done = (): void => {
      clock.clearTimeout(timer)
      resolve()
    }
    script.addEventListener('load', done)
    script.addEventListener('error', done)
    script.async = true
    script.src = admit(address)
    document.head.append(script)
  })
