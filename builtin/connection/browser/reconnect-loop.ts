import { askReadiness } from '@spawnpoint/contracts/connection'
import type { BrowserHost } from '@spawnpoint/sdk/browser'

export type ServerState = 'trying' | 'away' | 'back'

const EVERY_MS = 4_000

/** Asks every few seconds whether the server answers, until it does. */
export function startReconnectLoop(host: BrowserHost, tell: (state: ServerState) => void) {
  let asking = new AbortController()
  let timer: number | undefined
  const halt = () => {
    asking.abort()
    if (timer !== undefined) host.clock.clearTimeout(timer)
  }
  const ask = () => {
    halt()
    asking = new AbortController()
    const { signal } = asking
    const hear = (state: ServerState) => {
      if (signal.aborted) return
      tell(state)
      if (state === 'away') timer = host.clock.setTimeout(ask, EVERY_MS)
    }
    host.call(askReadiness, { signal }).then(
      () => hear('back'),
      () => hear('away'),
    )
  }
  ask()
  return { askNow: ask, stop: halt }
}
