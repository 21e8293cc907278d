import { randomInt } from 'node:crypto'
import * as tapable from 'tapable'
import { describe, expect, it } from 'vitest'
import type { HookKind } from '../../../sdk/common/hooks.ts'
import { createHook } from './interpreter.ts'
import { observeHook } from './observe-hook.testing.ts'
import type { TapableHook } from './tapable-hook.ts'
import { createRandom, kinds, someCase } from './random-hook-case.testing.ts'

const createStock = (kind: HookKind, args: readonly string[], name: string) =>
  // Tapable's typings make the arguments of a generic hook `never`.
  new (tapable[kind] as unknown as new (args: readonly string[], name: string) => TapableHook)(args, name)
const compare = async (seed: number, count: number): Promise<Record<string, number>> => {
  const random = createRandom(seed)
  const seen: Record<string, number> = {}
  for (let index = 0; index < count; index += 1) {
    const hookCase = someCase(random)
    const [stock, ours] = [await observeHook(createStock, hookCase), await observeHook(createHook, hookCase)]
    if (stock.join('\n') !== ours.join('\n'))
      expect({ hookCase, log: ours }).toEqual({ hookCase, log: stock })
    seen[hookCase.kind] = (seen[hookCase.kind] ?? 0) + 1
  }
  return seen
}

/** 28,000 of each in a soak test. */
const count = process.env['SOAK'] === '1' ? 28_000 : 4_000

describe('[HOOK1] the interpreter does what tapable’s compiled callers do', () => {
  it('in cases of a fixed seed, every kind among them', async () => {
    const seen = await compare(20_260_101, count)
    expect(kinds.filter((kind) => (seen[kind] ?? 0) < count / 12)).toEqual([])
  })

  it('in cases of a fresh seed', async () => {
    const seed = randomInt(1_000_000_007)
    console.info(`hook interpreter, fresh seed ${seed}`)
    await expect(compare(seed, count), `seed ${seed}`).resolves.toBeDefined()
  })
})

it('[HOOK1] a tap that taps during a call does not change that call, as in tapable', () => {
  const run = (create: typeof createHook) => {
    const hook = create('SyncHook', [], 'hook')
    const log: string[] = []
    hook.tap('first', () => hook.tap(`later ${log.push('first')}`, () => log.push('later')))
    hook.call()
    return log
  }
  expect([run(createHook), run(createStock)]).toEqual([['first'], ['first']])
})

it('[HOOK2] never builds code from text', () => {
  const real = globalThis.Function
  globalThis.Function = new Proxy(real, {
    construct: () => {
      throw new Error('unsafe-eval')
    },
  })
  try {
    const hook = createHook('SyncWaterfallHook', ['value'], 'hook')
    hook.tap('double', (value) => Number(value) * 2)
    expect(hook.call(21)).toBe(42)
    expect(() => createStock('SyncHook', [], 'stock').call()).toThrow('unsafe-eval')
  } finally {
    globalThis.Function = real
  }
})
