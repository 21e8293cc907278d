import { describe, expect, it } from 'vitest'
import type { HookKind } from '../../../sdk/common/hooks.ts'
import { seriesKinds } from './series-kinds.ts'
import { createHook } from './interpreter.ts'
import { observeHook } from './observe-hook.testing.ts'
import { createRandom, kinds, someCase } from './random-hook-case.testing.ts'

const createStock = (kind: HookKind, args: readonly string[], name: string) =>
  new seriesKinds[kind].Stock(args, name)
const createOurs = (kind: HookKind, args: readonly string[], name: string) =>
  createHook(seriesKinds[kind], args, name)

const compare = async (seed: number, count: number): Promise<Record<string, number>> => {
  const random = createRandom(seed)
  const seen: Record<string, number> = {}
  for (let index = 0; index < count; index += 1) {
    const hookCase = someCase(random)
    const [stock, ours] = [await observeHook(createStock, hookCase), await observeHook(createOurs, hookCase)]
    if (stock.join('\n') !== ours.join('\n'))
      expect({ hookCase, log: ours }).toEqual({ hookCase, log: stock })
    seen[hookCase.kind] = (seen[hookCase.kind] ?? 0) + 1
  }
  return seen
}

describe('[HOOK1] the interpreter does what tapable’s compiled callers do', () => {
  it('in 28,000 cases of a fixed seed, every kind among them', async () => {
    const seen = await compare(20_260_101, 28_000)
    expect(kinds.filter((kind) => (seen[kind] ?? 0) < 2_500)).toEqual([])
  }, 60_000)

  it('in cases of a fresh seed, 28,000 of them in a soak test', async () => {
    const seed = Date.now() % 1_000_000_007
    console.info(`hook interpreter, fresh seed ${seed}`)
    await expect(
      compare(seed, process.env['SOAK'] === '1' ? 28_000 : 4_000),
      `seed ${seed}`,
    ).resolves.toBeDefined()
  }, 60_000)
})

it('[HOOK2] never builds code from text', () => {
  const real = globalThis.Function
  globalThis.Function = new Proxy(real, {
    construct: () => {
      throw new Error('unsafe-eval')
    },
  })
  try {
    const hook = createOurs('SyncWaterfallHook', ['value'], 'hook')
    hook.tap('double', (value) => Number(value) * 2)
    expect(hook.call(21)).toBe(42)
    expect(() => createStock('SyncHook', [], 'stock').call()).toThrow('unsafe-eval')
  } finally {
    globalThis.Function = real
  }
})
