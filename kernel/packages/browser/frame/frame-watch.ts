import type { Platform } from '../../../browser/platform/platform.ts'

const lookMs = 1_000
const patience = { start: 30, answer: 10 }

interface WatchDeps {
  readonly clock: Platform['clock']
  /** A tab nobody looks at is slowed down by the browser: its silence says nothing. */
  readonly isVisible: () => boolean
  readonly ping: () => void
  readonly onStalled: (reason: string) => void
}

/**
 * Asks a frame every second whether it is still there. Its own looks are what is counted, so that a device that is slow
 * or was asleep is not blamed on the plugin.
 */
export const watchFrame = ({ clock, isVisible, ping, onStalled }: WatchDeps) => {
  let phase: 'loading' | 'starting' | 'running' = 'loading'
  let looks = 0
  let timer = 0

  const lateness = (): string | null => {
    if (phase === 'starting' && looks >= patience.start) return `did not start within ${patience.start} s`
    if (phase === 'running' && looks >= patience.answer) return `gave no answer for ${patience.answer} s`
    return null
  }
  const look = (): void => {
    if (!isVisible()) looks = 0
    else {
      const late = lateness()
      if (late !== null) return onStalled(late)
      if (phase !== 'loading') looks += 1
      if (phase === 'running') ping()
    }
    timer = clock.setTimeout(look, lookMs)
  }
  timer = clock.setTimeout(look, lookMs)
  return {
    /** Its document is there: until then nothing of the plugin can be slow. */
    loaded: (): void => {
      phase = 'starting'
    },
    started: (): void => {
      if (phase === 'running') return
      phase = 'running'
      looks = 0
    },
    answered: (): void => {
      looks = 0
    },
    stop: (): void => clock.clearTimeout(timer),
  }
}
