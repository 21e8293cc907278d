import { sendHeartbeat, startCounting } from '@spawnpoint/contracts/afk'
import { CallError, createStore, type BrowserHost } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'

export type Counting = ReplyOf<typeof sendHeartbeat>

/** Why nothing is counted. */
export type Pause = 'hidden' | 'elsewhere' | 'offline' | 'off' | 'stopped'

export interface CountingState {
  /** The last answer, and when it arrived by this browser's clock. */
  readonly counting: Counting | null
  readonly at: number
  readonly pause: Pause | null
  /** A failure that no waiting mends. */
  readonly error: unknown
}

const nonceKey = 'afk_nonce'
const retryMs = 5000

const pauses: Readonly<Record<string, Pause>> = { AFK_ELSEWHERE: 'elsewhere', FEATURE_OFF: 'off' }

type HostPart = Pick<BrowserHost, 'call' | 'clock' | 'storage' | 'updateSession'>

/** The heartbeats, one after the other, and what follows from each answer. */
function createHeartbeats({ call, clock, storage, updateSession }: HostPart, isVisible: () => boolean) {
  const store = createStore<CountingState>(() => ({ counting: null, at: 0, pause: null, error: null }))
  let timer: number | null = null
  // Answers of a chain that was left behind are not listened to.
  let chain = 0

  function leave() {
    chain += 1
    if (timer !== null) clock.clearTimeout(timer)
    timer = null
  }

  /** Another tab may have put its own there since. */
  function forgetNonce() {
    const { counting } = store.getState()
    if (counting && storage.get(nonceKey) === counting.nonce) storage.remove(nonceKey)
  }

  function pause(reason: Pause) {
    leave()
    // A reload hides the page as well, and has to find the nonce.
    if (reason !== 'hidden') forgetNonce()
    store.setState({ pause: reason })
  }

  function fail(error: unknown, again: () => void) {
    if (!(error instanceof CallError)) return store.setState({ error })
    const reason = pauses[error.code]
    if (reason) return pause(reason)
    if (error.code === 'AFK_ENDED') return start(null)
    if (error.status > 0 && error.status < 500) return store.setState({ error })
    store.setState({ pause: 'offline' })
    timer = clock.setTimeout(again, retryMs)
  }

  function accept(counting: Counting) {
    storage.set(nonceKey, counting.nonce)
    store.setState({ counting, at: clock.now(), pause: null, error: null })
    if (counting.balance !== null) updateSession({ user: { credits: counting.balance } })
    timer = clock.setTimeout(() => beat(counting.nonce), counting.dueInMs)
  }

  function follow(request: Promise<Counting>, again: () => void) {
    const own = chain
    request.then(
      (counting) => own === chain && accept(counting),
      (error: unknown) => own === chain && fail(error, again),
    )
  }

  const beat = (nonce: string): void => follow(call(sendHeartbeat, { body: { nonce } }), () => beat(nonce))

  function start(resume: string | null): void {
    leave()
    if (!isVisible()) return pause('hidden')
    follow(call(startCounting, { body: { resume } }), () => start(resume))
  }

  return { store, leave, forgetNonce, pause, start }
}

/** Keeps the chain of heartbeats going while the page is visible. The server alone counts. */
export function createCounting(host: HostPart, isVisible: () => boolean) {
  const { store, leave, forgetNonce, pause, start } = createHeartbeats(host, isVisible)
  return {
    store,
    /** After a reload the chain of before goes on, if its heartbeat is still on time. */
    open: () => start(host.storage.get(nonceKey)),
    resume: () => start(null),
    stop: () => pause('stopped'),
    look() {
      const { pause: reason } = store.getState()
      if (!isVisible() && (reason === null || reason === 'offline')) pause('hidden')
      else if (isVisible() && reason === 'hidden') start(null)
    },
    close() {
      leave()
      forgetNonce()
    },
  }
}

export type CountingPage = ReturnType<typeof createCounting>

/** Time counted since the last answer, if its heartbeat arrives. */
export const openTime = ({ counting, at, pause }: CountingState, now: number): number => {
  if (!counting || pause !== null || counting.resumesAt !== null) return 0
  return counting.openMs + Math.min(counting.dueInMs, Math.max(0, now - at))
}
