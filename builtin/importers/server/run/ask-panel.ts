import { isPanelError } from '@spawnpoint/contracts/panel'
import { setTimeout as wait } from 'node:timers/promises'
import { ImportError } from '../import-error.ts'

const shortestWaitMs = 5_000

/** Waits where the calls of this minute are used up, as often as it takes. `failed` says what the panel could not do. */
export async function inTurn<T>(failed: string, call: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (!isPanelError(error)) throw error
      if (error.reason !== 'rate-limited')
        throw new ImportError(
          `The game panel could not ${failed}: ${error.detail} Everything up to there is done; run the import again to go on.`,
        )
      await wait(Math.max(shortestWaitMs, error.retryAfterMs ?? 0))
    }
}
