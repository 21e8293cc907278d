import { PanelError } from '../contract/panel-error.ts'
import type { PanelClock } from './panel-clock.ts'

const refusalsUntilOpen = 3
const coolDownMs = 300_000

/** Stops calling with a key that the panel refuses; lets one call through now and then to see whether that is over. */
export const createKeyCircuit = (clock: PanelClock, onChange: (open: boolean) => void) => {
  let refusals = 0
  let closedAgainAt = 0
  const isOpen = () => refusals >= refusalsUntilOpen

  return {
    check() {
      if (!isOpen()) return
      const retryAfterMs = closedAgainAt - clock.now()
      if (retryAfterMs > 0)
        throw new PanelError('unauthorized', {
          detail: 'The game panel refuses the API key; calls are paused.',
          retryAfterMs,
        })
      closedAgainAt = clock.now() + coolDownMs
    },
    refused() {
      const wasOpen = isOpen()
      refusals += 1
      if (!isOpen()) return
      closedAgainAt = clock.now() + coolDownMs
      if (!wasOpen) onChange(true)
    },
    accepted() {
      const wasOpen = isOpen()
      refusals = 0
      if (wasOpen) onChange(false)
    },
  }
}
