import { renewAnswers } from '@spawnpoint/sdk/query'
import type { Kernel } from '../../browser/kernel.ts'
import { PLAN_STREAM_PATH } from '../common/plan-stream.ts'

const AGAIN_MS = 500
/** `EventSource.OPEN`, which a test's double does not have. */
const OPEN = 1
const DEV_VERSION = /-dev\.\d+$/

interface Uses {
  readonly registry: Pick<Kernel['registry'], 'plan'>
  readonly planSync: Pick<Kernel['planSync'], 'refresh'>
  readonly session: { readonly state: Pick<Kernel['session']['state'], 'getState' | 'subscribe'> }
  readonly platform: { readonly clock: Pick<Kernel['platform']['clock'], 'setTimeout'> }
}

/**
 * Keeps a page that is looked at in line with the plugins that run: the server tells each change as it happens, and a
 * plugin that is being written is asked for its data again too. Where there is no stream, such as above the bounds for
 * guests (PKG26), the page hears of a change with the next answer of the server.
 */
export function followPlan(
  document: Pick<Document, 'visibilityState' | 'addEventListener'>,
  { registry: { plan }, planSync, session, platform: { clock } }: Uses,
  renew: () => Promise<unknown> = renewAnswers,
): void {
  let source: EventSource | null = null
  let listener: string | null = null
  let latest = 0
  let isAsking = false
  const isBehind = () => plan.getState().version < latest

  async function catchUp() {
    if (isAsking) return
    isAsking = true
    let wanted: number
    do {
      wanted = latest
      await planSync.refresh()
      // Told of another change meanwhile, such as of the start that follows a stop.
    } while (isBehind() && wanted < latest)
    if (plan.getState().plugins.some(({ version }) => DEV_VERSION.test(version))) await renew()
    isAsking = false
    // Another process of the server may have answered, which has not heard of the change yet.
    if (isBehind() && source?.readyState === OPEN) clock.setTimeout(() => void catchUp(), AGAIN_MS)
  }
  function hear({ data }: MessageEvent<string>) {
    latest = Number(data)
    if (isBehind()) void catchUp()
  }
  function close() {
    source?.close()
    source = null
  }
  // A browser opens few connections to one host: a page that is not looked at keeps none.
  function follow() {
    const { status } = session.state.getState()
    const isFollowed = document.visibilityState !== 'hidden' && status !== 'unknown'
    if (!isFollowed) return close()
    // A page whose visitor has logged in takes no place of a guest any more.
    if (source && listener === status) return
    close()
    listener = status
    source = new EventSource(PLAN_STREAM_PATH)
    source.addEventListener('plan', hear)
  }
  if (typeof EventSource === 'undefined') return
  document.addEventListener('visibilitychange', follow)
  session.state.subscribe(follow)
  follow()
}
