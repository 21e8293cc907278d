import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  startPanelEmulator,
  type PanelEmulator,
} from '../../../../sdk/panel-emulator/start-panel-emulator.ts'
import type { PanelFault } from '../../../../sdk/panel-emulator/panel-faults.ts'
import type { ConsoleEvent } from '../../contract/console.ts'
import type { Panel, PanelDialect } from '../../contract/panel.ts'
import { aPanelServer, aPanelUser } from '../../testing.ts'
import { createPanelClient } from '../panel-client.ts'
import { overlap } from './console-log.ts'
import { createConsoles } from './consoles.ts'
import type { RelayTimers } from './relay-timers.ts'

/** Time that stands still until it is moved. */
const createTimers = () => {
  let now = 1_000_000
  let turnedBack = 0
  let waiting: { at: number; run: () => void }[] = []
  const timers: RelayTimers = {
    // The clock of the machine may have been turned back meanwhile.
    now: () => now - turnedBack,
    steady: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((each) => each !== entry)
      }
    },
  }
  const advance = (ms: number) => {
    now += ms
    for (;;) {
      const due = waiting.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)[0]
      if (!due) return
      waiting = waiting.filter((each) => each !== due)
      due.run()
    }
  }
  return { timers, advance, turnBack: (ms: number) => void (turnedBack += ms) }
}

/** A viewer who can wait for events. */
const createViewer = (advance: (ms: number) => void) => {
  const events: ConsoleEvent[] = []
  let wake: (() => void) | null = null
  const texts = () =>
    events.flatMap((event) =>
      event.name === 'lines' || event.name === 'snapshot' ? event.data.lines.map(({ text }) => text) : [],
    )
  return {
    events,
    texts,
    show(event: ConsoleEvent) {
      events.push(event)
      wake?.()
    },
    /** Lines are shown together after a moment, which passes while something is waited for. */
    async until(isThere: () => boolean) {
      while (!isThere()) {
        const told = new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, 5)
        })
        await told
        advance(40)
      }
    },
    links: () => events.flatMap((event) => (event.name === 'link' ? [event.data] : [])),
    isLive: () =>
      events.some(({ name, data }) => name === 'link' && 'state' in data && data.state === 'live'),
  }
}

describe.each<PanelDialect>(['pterodactyl', 'pelican'])('the consoles of %s', (dialect) => {
  let emulator: PanelEmulator
  let panel: Panel
  let server: { id: number; uuid: string }
  let time: ReturnType<typeof createTimers>
  let consoles: ReturnType<typeof createConsoles>

  const connect = (clientKey = emulator.clientKey) =>
    createPanelClient({ baseUrl: emulator.url, apiKey: emulator.apiKey, clientKey, dialect })
  const target = (identifier = server.uuid.slice(0, 8)) => ({ panelId: server.id, identifier })
  const socketCalls = () => emulator.calls.filter(({ path }) => path.endsWith('/websocket'))
  const watchLive = async () => {
    const viewer = createViewer(time.advance)
    const leave = consoles.service.watch(target(), viewer.show)
    await viewer.until(viewer.isLive)
    return { ...viewer, leave }
  }

  beforeEach(async () => {
    emulator = await startPanelEmulator({ dialect })
    panel = connect()
    const { id: userId } = await panel.createUser(aPanelUser({ password: 'a-long-password' }))
    server = await panel.createServer(aPanelServer({ userId }))
    // Its installation ends with the next look.
    await panel.getServer(server.id)
    time = createTimers()
    consoles = createConsoles({
      current: async () => panel,
      available: () => true,
      callsPerMinute: () => 20,
      timers: time.timers,
    })
  })
  afterEach(async () => {
    consoles.dispose()
    await emulator.close()
  })

  it('[PAN23] shows the last lines, the state of the game and its use; late viewers get what the first have', async () => {
    const first = await watchLive()
    await first.until(() => first.texts().some((text) => text.includes('Done (')))
    await first.until(() => first.events.some(({ name }) => name === 'stats'))
    expect(first.events).toContainEqual({ name: 'game', data: { state: 'running' } })
    const late = createViewer(time.advance)
    consoles.service.watch(target(), late.show)
    const [snapshot] = late.events
    expect(snapshot).toMatchObject({ name: 'snapshot', data: { game: 'running', link: { state: 'live' } } })
    expect(late.texts()).toEqual(first.texts())
    expect(socketCalls()).toHaveLength(1)
    expect(emulator.wings.sockets(server.uuid)).toBe(1)
  })

  it('[PAN23] closes the connection a while after the last viewer has left, and not before', async () => {
    const [one, two] = [await watchLive(), createViewer(time.advance)]
    const leave = consoles.service.watch(target(), two.show)
    one.leave()
    time.advance(60_000)
    expect(emulator.wings.sockets(server.uuid)).toBe(1)
    leave()
    time.advance(4_000)
    // Another tab of the same server keeps it.
    consoles.service.watch(target(), two.show)()
    time.advance(4_000)
    const late = createViewer(time.advance)
    const leaveAgain = consoles.service.watch(target(), late.show)
    expect(late.events).toMatchObject([{ name: 'snapshot', data: { link: { state: 'live' } } }])
    leaveAgain()
    time.advance(4_999)
    expect(emulator.wings.sockets(server.uuid)).toBe(1)
    time.advance(1)
    await two.until(() => emulator.wings.sockets(server.uuid) === 0)
    expect(socketCalls()).toHaveLength(1)
  })

  it('[PAN24] goes on with a new token on the same socket when the old one ends', async () => {
    const viewer = await watchLive()
    const auths = () => emulator.wings.received.filter(({ event }) => event === 'auth')
    emulator.wings.expireTokens()
    await viewer.until(() => auths().length === 2)
    emulator.wings.print(server.uuid, 'still here')
    await viewer.until(() => viewer.texts().includes('still here'))
    expect(auths()[0]?.args).not.toEqual(auths()[1]?.args)
    expect(emulator.wings.sockets(server.uuid)).toBe(1)
    expect(viewer.links().map(({ state }) => state)).not.toContain('waiting')
  })

  it('[PAN25] comes back after the node was away, with growing pauses, and repeats no line', async () => {
    const viewer = await watchLive()
    await viewer.until(() => viewer.texts().some((text) => text.includes('Done (')))
    emulator.wings.refuse(true)
    emulator.wings.dropAll()
    const waits = () => viewer.links().filter(({ state }) => state === 'waiting')
    const pauses: number[] = []
    for (let tries = 1; tries <= 4; tries += 1) {
      await viewer.until(() => waits().length === tries)
      const retryAt = waits().at(-1)?.retryAt ?? 0
      pauses.push(Math.round((retryAt - time.timers.now()) / 1_000))
      emulator.wings.refuse(tries < 4)
      time.advance(retryAt - time.timers.now())
    }
    expect(pauses).toEqual([3, 6, 12, 20])
    await viewer.until(() => viewer.links().at(-1)?.state === 'live')
    await viewer.until(
      () => emulator.wings.received.filter(({ event }) => event === 'send logs').length === 2,
    )
    emulator.wings.print(server.uuid, 'after the outage')
    await viewer.until(() => viewer.texts().includes('after the outage'))
    const seen = viewer.texts()
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('[PAN29] says state and use without a socket, by the panel, until the socket is back', async () => {
    emulator.wings.refuse(true)
    const asked = () => emulator.calls.filter(({ path }) => path.endsWith('/resources')).length
    const viewer = createViewer(time.advance)
    consoles.service.watch(target(), viewer.show)
    await viewer.until(() => viewer.events.some(({ name }) => name === 'stats'))
    expect(viewer.links().at(-1)).toMatchObject({ state: 'waiting', problem: 'node' })
    expect(viewer.events).toContainEqual({ name: 'game', data: { state: 'running' } })
    // Commands and power need no socket.
    await consoles.service.command(target(), 'say hello')
    const before = asked()
    time.advance(20_000)
    await viewer.until(() => asked() > before)
    emulator.wings.refuse(false)
    time.advance(60_000)
    await viewer.until(() => viewer.links().at(-1)?.state === 'live')
    const after = asked()
    time.advance(100_000)
    await viewer.until(() => viewer.texts().length > 0)
    expect(asked()).toBe(after)
  })

  it('[PAN40] says state and use by the panel while it gives no token, and waits as long as it asks', async () => {
    const lift = emulator.fault({ kind: 'status', status: 429, retryAfter: 41, path: '/websocket' })
    const viewer = createViewer(time.advance)
    consoles.service.watch(target(), viewer.show)
    await viewer.until(() => viewer.events.some(({ name }) => name === 'stats'))
    expect(viewer.events).toContainEqual({ name: 'game', data: { state: 'running' } })
    const { problem, retryAt = null } = viewer.links().at(-1) ?? {}
    expect(problem).toBe('busy')
    expect((retryAt ?? 0) - time.timers.now()).toBeGreaterThan(20_000)
    await consoles.service.command(target(), 'say hello')
    lift()
    time.advance(41_000)
    await viewer.until(() => viewer.links().at(-1)?.state === 'live')
  })

  it.each<PanelFault>([
    { kind: 'down' },
    { kind: 'html' },
    { kind: 'status', status: 429, retryAfter: 1 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 404 },
    { kind: 'empty' },
    { kind: 'wrong-json' },
    { kind: 'huge' },
    { kind: 'half' },
    { kind: 'cut-after' },
  ])('[PAN29] shows nothing while the panel fails with $kind, and goes on asking', async (fault) => {
    const lift = emulator.fault({ ...fault, path: '/resources' })
    emulator.wings.refuse(true)
    const asked = () => emulator.calls.filter(({ path }) => path.endsWith('/resources')).length
    const viewer = createViewer(time.advance)
    consoles.service.watch(target(), viewer.show)
    await viewer.until(() => asked() > 0)
    await viewer.until(() => viewer.links().at(-1)?.state === 'waiting')
    expect(viewer.events.some(({ name }) => name === 'stats')).toBe(false)
    lift()
    await viewer.until(() => {
      time.advance(20_000)
      return viewer.events.some(({ name }) => name === 'stats')
    })
    expect(viewer.links().some(({ state }) => state === 'live')).toBe(false)
  })

  const asked = () => emulator.calls.filter(({ path }) => path.endsWith('/resources')).length
  const stateOf = async () => (await consoles.service.states([server.id])).get(server.id)

  it('[PAN33] asks for the state of a game once in 30 seconds, for all who look at it', async () => {
    expect(await Promise.all([stateOf(), stateOf()])).toEqual(['running', 'running'])
    time.advance(29_999)
    expect(await stateOf()).toBe('running')
    expect(asked()).toBe(1)
    emulator.wings.machineOf(server.uuid).power('kill')
    time.advance(1)
    expect(await stateOf()).toBe('offline')
    expect(asked()).toBe(2)
  })

  it('[OPS49] [PAN33] asks for the state of a game as often after the clock was set back two hours', async () => {
    expect(await stateOf()).toBe('running')
    emulator.wings.machineOf(server.uuid).power('kill')
    time.turnBack(2 * 3_600_000)
    time.advance(30_000)
    expect(await stateOf()).toBe('offline')
  })

  it('[PAN33] says nothing of a game right after a power signal', async () => {
    expect(await stateOf()).toBe('running')
    await consoles.service.power(target(), 'kill')
    expect(await stateOf()).toBeUndefined()
    time.advance(19_999)
    expect(await stateOf()).toBeUndefined()
    time.advance(1)
    expect(await stateOf()).toBe('offline')
  })

  it('[PAN33] says nothing of a game whose answer a power signal has overtaken', async () => {
    const { live } = panel
    if (!live) throw new Error('no client key')
    const signal = Promise.withResolvers<void>()
    const usage = (uuid: string) => signal.promise.then(() => live.usage(uuid))
    const slow = { ...panel, live: { ...live, usage } }
    const own = createConsoles({
      current: async () => slow,
      available: () => true,
      callsPerMinute: () => 20,
      timers: time.timers,
    })
    const before = own.service.states([server.id])
    await own.service.power(target(), 'kill')
    signal.resolve()
    expect(await before).toEqual(new Map())
    own.dispose()
  })

  it('[PAN33] takes the state from the node while a console is watched, and asks nobody', async () => {
    const viewer = await watchLive()
    await viewer.until(() => viewer.events.some(({ name }) => name === 'game'))
    expect(await stateOf()).toBe('running')
    expect(asked()).toBe(0)
  })

  it('[PAN33] uses a fifth of the calls of a minute, and says nothing of the games beyond', async () => {
    const { userId } = await panel.getServer(server.id)
    const ids = [server.id]
    for (const externalId of ['b', 'c', 'd', 'e', 'f']) {
      const { id } = await panel.createServer(aPanelServer({ userId, externalId }))
      await panel.getServer(id)
      ids.push(id)
    }
    // These consoles may send twenty calls a minute.
    expect([...(await consoles.service.states(ids)).keys()]).toEqual(ids.slice(0, 4))
    time.advance(60_000)
    expect([...(await consoles.service.states(ids.slice(4))).keys()]).toEqual(ids.slice(4))
    expect(asked()).toBe(6)
  })

  it('[PAN33] says nothing while the panel does not answer, and does not ask it all the time', async () => {
    const lift = emulator.fault({ kind: 'status', status: 500, path: '/resources' })
    expect([await stateOf(), await stateOf()]).toEqual([undefined, undefined])
    expect(asked()).toBe(1)
    lift()
    time.advance(30_000)
    expect(await stateOf()).toBe('running')
  })

  it('[PAN33] two processes know at once what a node says to one, and that one has sent a signal', async () => {
    const announced: (string | null)[] = []
    const here = createConsoles({
      current: async () => panel,
      available: () => true,
      callsPerMinute: () => 20,
      timers: time.timers,
      announce(panelId, state) {
        announced.push(state)
        consoles.hear(panelId, state)
      },
    })
    const viewer = createViewer(time.advance)
    here.service.watch(target(), viewer.show)
    await viewer.until(() => announced.length > 0)
    expect(await stateOf()).toBe('running')
    expect(asked()).toBe(0)
    emulator.wings.machineOf(server.uuid).power('kill')
    await viewer.until(() => announced.includes('offline'))
    expect(await stateOf()).toBe('offline')
    expect(asked()).toBe(0)
    await here.service.power(target(), 'start')
    expect(announced).toContain(null)
    here.dispose()
  })

  it('[PAN25] uses a new token after the node was restarted', async () => {
    const viewer = await watchLive()
    emulator.wings.restart()
    await viewer.until(() => viewer.links().at(-1)?.state === 'waiting')
    time.advance(3_000)
    await viewer.until(() => viewer.links().at(-1)?.state === 'live')
    expect(socketCalls()).toHaveLength(2)
  })

  it('[PAN26] says why there is no console', async () => {
    const reasonOf = async (current: Panel) => {
      const own = createConsoles({
        current: async () => current,
        available: () => true,
        callsPerMinute: () => 20,
        timers: time.timers,
      })
      const viewer = createViewer(time.advance)
      own.service.watch(target(), viewer.show)
      await viewer.until(() => viewer.links().at(-1)?.state === 'waiting')
      own.dispose()
      return viewer.links().at(-1)?.problem
    }
    expect(await reasonOf(connect('ptlc_wrong'))).toBe('key')
    expect(await reasonOf(connect(''))).toBe('key')
    await panel.suspendServer(server.id)
    expect(await reasonOf(panel)).toBe('unavailable')
    await panel.deleteServer(server.id)
    expect(await reasonOf(connect())).toBe('missing')
    await emulator.stop()
    expect(await reasonOf(connect())).toBe('panel')
  })

  it('[PAN27] shows at most 2,000 lines a second and says how many it left out', async () => {
    const viewer = await watchLive()
    await viewer.until(() => viewer.texts().some((text) => text.includes('Done (')))
    time.advance(1_000)
    const before = viewer.texts().length
    for (let count = 0; count < 2_500; count += 1) emulator.wings.print(server.uuid, `line ${count}`)
    const dropped = () =>
      viewer.events.reduce((sum, { name, data }) => (name === 'lines' ? sum + data.dropped : sum), 0)
    await viewer.until(() => viewer.texts().length - before + dropped() === 2_500)
    expect(dropped()).toBeGreaterThan(0)
    const late = createViewer(time.advance)
    consoles.service.watch(target(), late.show)
    expect(late.texts().length).toBeLessThanOrEqual(500)
  })

  it('[PAN23] sends commands and power signals, and says when the game does not run', async () => {
    const viewer = await watchLive()
    await consoles.service.command(target(), 'say hello')
    await viewer.until(() => viewer.texts().some((text) => text.includes('[Server] hello')))
    await consoles.service.power(target(), 'kill')
    await viewer.until(() =>
      viewer.events.some(({ name, data }) => name === 'game' && data.state === 'offline'),
    )
    await expect(consoles.service.command(target(), 'list')).rejects.toMatchObject({
      reason: 'conflict',
      code: 'SERVER_OFFLINE',
    })
    await consoles.service.power(target(), 'start')
    await viewer.until(() =>
      viewer.events.some(({ name, data }) => name === 'game' && data.state === 'starting'),
    )
  })
})

it('[PAN25] knows which repeated lines it has', () => {
  expect(overlap(['a', 'b', 'c'], ['b', 'c', 'd'])).toBe(2)
  expect(overlap(['a', 'b'], ['a', 'b'])).toBe(2)
  expect(overlap(['a', 'b'], ['c'])).toBe(0)
  expect(overlap(['a', 'x', 'a'], ['a', 'x', 'b'])).toBe(1)
  expect(overlap([], ['a'])).toBe(0)
})
