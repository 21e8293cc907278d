import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SessionState } from '@spawnpoint/sdk/browser'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createStore } from '../../../sdk/browser/store.ts'
import { followPlan } from './follow-plan.ts'

const renewAnswers = vi.fn(async () => undefined)

/** Stands for the browser's stream: jsdom has none. */
class Stream extends EventTarget {
  static open: Stream[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Stream.open.push(this)
  }
  close() {
    Stream.open = Stream.open.filter((each) => each !== this)
  }
}

beforeEach(() => {
  Stream.open = []
  renewAnswers.mockClear()
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => vi.unstubAllGlobals())

const planOf = (version: number, plugin: string): Plan => ({
  version,
  // Only its version is read.
  plugins: [{ id: 'acme', version: plugin } as unknown as PlanPlugin],
  settings: {},
  safeMode: false,
})

const signedIn = { status: 'signed-in' } as unknown as SessionState
const signedOut = { status: 'signed-out' } as unknown as SessionState
const unknown = { status: 'unknown' } as unknown as SessionState

function setUp({ plugin = '1.0.0', session = signedIn } = {}) {
  const plan = createStore(() => planOf(1, plugin))
  const state = createStore(() => session)
  let answer = planOf(1, plugin)
  const refresh = vi.fn(async () => plan.setState(answer, true))
  const platform = createMemoryPlatform()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  followPlan(page, { registry: { plan }, planSync: { refresh }, session: { state }, platform }, renewAnswers)
  return {
    refresh,
    state,
    /** The server's next plan, told to the page. */
    tell(version: number, next: Plan = planOf(version, plugin)) {
      answer = next
      Stream.open[0]?.dispatchEvent(new MessageEvent('plan', { data: String(version) }))
    },
    show(visibilityState: DocumentVisibilityState) {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    },
    answerWith: (next: Plan) => void (answer = next),
    wait: () => platform.clock.advance(500),
  }
}

it('[PKG19] fetches the plan as soon as the server tells of a newer one, and only then', async () => {
  const { tell, refresh } = setUp()
  tell(1)
  expect(refresh).not.toHaveBeenCalled()
  tell(2)
  expect(refresh).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(Stream.open).toHaveLength(1))
  expect(renewAnswers).not.toHaveBeenCalled()
})

it('[PKG19] asks again at once for a change that it is told of while it asks', async () => {
  const { tell, refresh } = setUp()
  tell(2)
  tell(3)
  expect(refresh).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2))
})

it('[PKG19] asks again while the process that answers has not heard of the change', async () => {
  const { tell, refresh, answerWith, wait } = setUp()
  tell(2, planOf(1, '1.0.0'))
  await wait()
  expect(refresh).toHaveBeenCalledTimes(2)
  answerWith(planOf(2, '1.0.0'))
  await wait()
  await wait()
  await wait()
  expect(refresh).toHaveBeenCalledTimes(3)
})

it('[PKG19] listens only in a page that is looked at, once it is known who looks', () => {
  const { state, show } = setUp({ session: unknown })
  expect(Stream.open).toHaveLength(0)
  state.setState(signedIn, true)
  expect(Stream.open.map(({ url }) => url)).toEqual(['/api/system/plan/stream'])
  show('hidden')
  expect(Stream.open).toHaveLength(0)
  show('visible')
  expect(Stream.open).toHaveLength(1)
})

it('[PKG19] listens as a guest too, and anew as soon as somebody logs in or out', () => {
  const { state, tell, refresh } = setUp({ session: signedOut })
  const [asGuest] = Stream.open
  expect(Stream.open.map(({ url }) => url)).toEqual(['/api/system/plan/stream'])
  tell(2)
  expect(refresh).toHaveBeenCalledOnce()
  state.setState(signedIn, true)
  expect(Stream.open).toHaveLength(1)
  expect(Stream.open[0]).not.toBe(asGuest)
  const [asUser] = Stream.open
  // The session is told anew every minute.
  state.setState({ ...signedIn }, true)
  expect(Stream.open[0]).toBe(asUser)
  state.setState(signedOut, true)
  expect(Stream.open).toHaveLength(1)
  expect(Stream.open[0]).not.toBe(asUser)
})

it('[TOOL14] renews its data while a plugin is being written', async () => {
  const { tell } = setUp({ plugin: '1.0.1-dev.1' })
  tell(2, planOf(2, '1.0.1-dev.2'))
  await vi.waitFor(() => expect(renewAnswers).toHaveBeenCalledOnce())
})
