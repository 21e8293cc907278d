import type { Platform } from '../../../browser/platform/platform.ts'

const startMs = 10_000
const pingMs = 1_000
const patienceMs = 5_000

interface WatchDeps {
  readonly clock: Platform['clock']
  /** A tab nobody looks at is slowed down by the browser: its silence says nothing. */
  readonly isVisible: () => boolean
  readonly ping: () => void
  readonly onStalled: (reason: string) => void
}

/** Asks a frame every second whether it is still there. */
export const watchFrame = ({ clock, isVisible, ping, onStalled }: WatchDeps) => {
  const begunAt = clock.now()
  let hasStarted = false
  /** When the oldest unanswered question was asked. */
  let askedAt: number | null = null
  let timer = 0

  const isLate = (): string | null => {
    const now = clock.now()
    if (!hasStarted) return now - begunAt >= startMs ? `did not start within ${startMs / 1000} s` : null
    return askedAt !== null && now - askedAt >= patienceMs
      ? `gave no answer for ${patienceMs / 1000} s`
      : null
  }
  const look = (): void => {
    if (!isVisible()) askedAt = null
    else {
      const late = isLate()
      if (late !== null) return onStalled(late)
      if (hasStarted) {
        askedAt ??= clock.now()
        ping()
      }
    }
    timer = clock.setTimeout(look, pingMs)
  }
  timer = clock.setTimeout(look, pingMs)
  return {
    started: (): void => {
      hasStarted = true
    },
    answered: (): void => {
      askedAt = null
    },
    stop: (): void => clock.clearTimeout(timer),
  }
}
