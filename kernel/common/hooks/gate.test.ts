import { describe, expect, it } from 'vitest'
import type { Fault } from './fault-ledger.ts'
import type { GateOptions } from './circuit-breaker.ts'
import { createGate, GateClosedError } from './gate.ts'
import { guardHook } from './guard-hook.ts'
import { createHook } from './interpreter.ts'
import { createManualClock } from './manual-clock.testing.ts'
import type { TraceEntry } from './trace.ts'

const createWorld = (options: Partial<GateOptions> = {}) => {
  const clock = createManualClock()
  const quarantined: [string, Fault][] = []
  const isolated: string[] = []
  const gate = createGate({
    clock,
    onQuarantine: (id, fault) => quarantined.push([id, fault]),
    onIsolate: (id, effect) => isolated.push(`${id}:${effect}`),
    ...options,
  })
  const traced: TraceEntry[] = []
  gate.subscribe((entry) => void traced.push(entry))
  gate.setActive('store', true)
  return { gate, clock, quarantined, isolated, traced }
}

const broken = () => {
  throw new Error('broken')
}

describe('[HOOK3] switched off', () => {
  it('runs nothing of a plugin that is off, from the next call on', () => {
    const { gate } = createWorld()
    expect(gate.run('store', 'listener', () => 1)).toBe(1)
    gate.setActive('store', false)
    expect(gate.run('store', 'listener', () => 1)).toBeUndefined()
  })

  it('drops what a plugin answers after it was switched off', async () => {
    const { gate } = createWorld()
    const answer = gate.runAsync('store', 'listener', async () => 1)
    gate.setActive('store', false)
    await expect(answer).resolves.toBeUndefined()
  })

  it('warns once of an owner that nobody ever switched on', () => {
    const { gate, traced } = createWorld()
    gate.run('forgotten', 'listener', () => 1)
    gate.run('forgotten', 'listener', () => 1)
    expect(traced).toMatchObject([{ owner: 'forgotten', outcome: 'warning' }])
  })
})

describe('[HOOK4] three faults in 60 s', () => {
  it('quarantine the plugin, with the last of them told once', () => {
    const { gate, quarantined } = createWorld()
    for (let time = 0; time < 5; time += 1) gate.run('store', 'listener', broken)
    expect(quarantined).toMatchObject([['store', { effect: 'listener', kind: 'threw' }]])
    expect(gate.isActive('store')).toBe(false)
    expect(gate.faults('store')).toHaveLength(3)
  })

  it('count together over all effects, thrown, too slow or reported', async () => {
    const { gate, clock, quarantined } = createWorld()
    gate.run('store', 'listener', broken)
    const slow = gate.runAsync('store', 'job', () => new Promise(() => undefined), { budgetMs: 50 })
    await clock.advance(50)
    await expect(slow).resolves.toBeUndefined()
    gate.reportFault('store', 'component', new Error('render'))
    expect(gate.faults('store').map(({ kind }) => kind)).toEqual(['threw', 'timeout', 'reported'])
    expect(quarantined).toHaveLength(1)
  })

  it('do nothing when they are further apart', async () => {
    const { gate, clock, quarantined } = createWorld()
    for (let time = 0; time < 10; time += 1) {
      gate.run('store', 'listener', broken)
      await clock.advance(30_000)
    }
    expect(quarantined).toEqual([])
  })

  it('count once for each caller of a handler, and once for each address', async () => {
    const { gate, quarantined } = createWorld()
    const fail = (person: string, place: string) =>
      gate.runOrFail('store', 'GET /items', broken, { caller: { person, place } }).catch(() => undefined)
    for (let time = 0; time < 50; time += 1) await fail('eve', '203.0.113.1')
    for (let time = 0; time < 50; time += 1) await fail(`alt-${time}`, '203.0.113.1')
    for (let time = 0; time < 50; time += 1) await fail('eve', `198.51.100.${time}`)
    expect(quarantined).toEqual([])
    expect(gate.faults('store').length).toBeGreaterThan(2)
    await fail('ada', '192.0.2.1')
    await fail('bob', '192.0.2.2')
    expect(quarantined).toMatchObject([['store', { effect: 'GET /items' }]])
  })

  it('of callers do not add to what the plugin does wrong by itself', async () => {
    const { gate, quarantined } = createWorld()
    for (let time = 0; time < 2; time += 1) gate.run('store', 'listener', broken)
    const caller = { person: 'eve', place: '203.0.113.1' }
    await gate.runOrFail('store', 'GET /items', broken, { caller }).catch(() => undefined)
    await gate.runAsync('store', 'describeSession', broken, { caller })
    expect(quarantined).toEqual([])
    gate.run('store', 'listener', broken)
    expect(quarantined).toHaveLength(1)
  })

  it('end with a release, which leaves the switch as it was', () => {
    const { gate } = createWorld()
    for (let time = 0; time < 3; time += 1) gate.run('store', 'listener', broken)
    gate.setActive('store', true)
    expect(gate.isActive('store')).toBe(false)
    gate.release('store')
    expect(gate.run('store', 'listener', () => 1)).toBe(1)
    expect(gate.faults('store')).toEqual([])
  })

  it('of a built-in that stays switch off the one effect, for a while', async () => {
    const { gate, clock, quarantined, isolated } = createWorld({ isProtected: (id) => id === 'store' })
    gate.run('store', 'other', broken)
    for (let time = 0; time < 3; time += 1) gate.run('store', 'banner', broken)
    expect(isolated).toEqual(['store:banner'])
    expect(gate.run('store', 'banner', () => 1)).toBeUndefined()
    expect(gate.run('store', 'other', () => 1)).toBe(1)
    await clock.advance(60_000)
    expect(gate.run('store', 'banner', () => 1)).toBe(1)
    expect(quarantined).toEqual([])
  })
})

describe('[HOOK10] handlers and jobs', () => {
  it('learn of the failure, which counts', async () => {
    const { gate } = createWorld()
    await expect(gate.runOrFail('store', 'GET /items', broken)).rejects.toThrow('broken')
    expect(gate.faults('store')).toHaveLength(1)
  })

  it('may refuse as often as their contract says', async () => {
    const { gate, quarantined } = createWorld()
    const isFault = (error: unknown) => !(error instanceof RangeError)
    const refuse = () => Promise.reject(new RangeError('too few coins'))
    for (let time = 0; time < 5; time += 1) {
      await expect(gate.runOrFail('store', 'POST /buy', refuse, { isFault })).rejects.toThrow('coins')
    }
    expect(quarantined).toEqual([])
  })

  it('of a built-in that stays are never switched off', async () => {
    const { gate, isolated } = createWorld({ isProtected: () => true })
    for (let time = 0; time < 9; time += 1)
      await gate.runOrFail('store', 'login', broken).catch(() => undefined)
    await expect(gate.runOrFail('store', 'login', () => 'in')).resolves.toBe('in')
    expect(isolated).toEqual([])
  })

  it('of a plugin that is off are refused by name', async () => {
    const { gate } = createWorld()
    gate.setActive('store', false)
    await expect(gate.runOrFail('store', 'login', () => 'in')).rejects.toBeInstanceOf(GateClosedError)
  })
})

describe('[HOOK11] the trace', () => {
  it('times each run and tells its listeners until they stop', async () => {
    const { gate, clock, traced } = createWorld()
    const told: string[] = []
    const stop = gate.subscribe(({ effect }) => told.push(effect))
    const slow = gate.runAsync(
      'store',
      'one',
      () => new Promise((resolve) => void clock.setTimeout(() => resolve(1), 40)),
    )
    await clock.advance(40)
    await slow
    gate.run('store', 'two', broken)
    stop()
    gate.run('store', 'three', () => 3)
    expect(traced).toMatchObject([
      { effect: 'one', outcome: 'ok', durationMs: 40 },
      { effect: 'two', outcome: 'threw', detail: 'broken' },
      { effect: 'three', outcome: 'ok' },
    ])
    expect(told).toEqual(['one', 'two'])
  })

  it('leaves no timer behind when the answer comes in time', async () => {
    const { gate, clock } = createWorld()
    await gate.runAsync('store', 'job', async () => 1, { budgetMs: 100 })
    expect(clock.pending()).toBe(0)
  })

  it('outlives a listener that throws', () => {
    const { gate } = createWorld()
    const told: string[] = []
    gate.subscribe(broken)
    gate.subscribe(({ effect }) => void told.push(effect))
    expect(gate.run('store', 'one', () => 1)).toBe(1)
    expect(told).toEqual(['one'])
  })
})

describe('[HOOK3] a guarded hook', () => {
  it('wraps taps of all three ways to tap', async () => {
    const { gate } = createWorld()
    const hook = createHook('AsyncSeriesHook', ['log'], 'hook')
    guardHook(gate, hook)
    hook.tap({ name: 'store' }, (log) => (log as string[]).push('sync'))
    hook.tapAsync({ name: 'store' }, (log, done) => {
      ;(log as string[]).push('async')
      ;(done as () => void)()
    })
    hook.tapPromise({ name: 'store' }, async (log) => (log as string[]).push('promise'))
    const log: string[] = []
    await hook.promise(log)
    gate.setActive('store', false)
    await hook.promise(log)
    expect(log).toEqual(['sync', 'async', 'promise'])
  })

  it('has to be guarded before its first tap', () => {
    const hook = createHook('SyncHook', [], 'hook')
    hook.tap('early', () => undefined)
    expect(() => guardHook(createWorld().gate, hook)).toThrow('before')
  })
})

describe('[HOOK4] a delay that is excused', () => {
  const late = async (gate: ReturnType<typeof createGate>, clock: ReturnType<typeof createManualClock>) => {
    const answer = gate.runAsync('store', 'listener', () => new Promise(() => undefined), { budgetMs: 50 })
    await clock.advance(50)
    await answer
  }

  it.each([
    ['at once', () => true],
    ['after a look', async () => true],
  ])('%s is told and not counted', async (_when, excuses) => {
    const { gate, clock, quarantined } = createWorld({ excuses })
    for (let time = 0; time < 4; time += 1) await late(gate, clock)
    expect(quarantined).toEqual([])
    expect(gate.faults('store')).toHaveLength(4)
  })

  it.each([
    ['nobody excuses it', async () => false],
    ['the look fails', () => Promise.reject(new Error('no database'))],
  ])('counts when %s', async (_why, excuses) => {
    const { gate, clock, quarantined } = createWorld({ excuses })
    for (let time = 0; time < 3; time += 1) await late(gate, clock)
    expect(quarantined).toMatchObject([['store', { kind: 'timeout' }]])
  })

  it('is a delay: what throws counts whoever is excused', () => {
    const { gate, quarantined } = createWorld({ excuses: () => true })
    for (let time = 0; time < 3; time += 1) gate.run('store', 'listener', broken)
    expect(quarantined).toHaveLength(1)
  })
})
