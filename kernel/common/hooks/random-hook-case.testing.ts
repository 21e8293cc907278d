import type { HookKind } from '../../../sdk/common/hooks.ts'
import type { CallType, Interceptor } from './tapable-hook.ts'

export type Via = 'call' | 'callAsync' | 'promise'
export type Telling = keyof Interceptor

export interface TapCase {
  readonly name: string
  readonly type: CallType
  readonly does: 'nothing' | 'value' | 'null' | 'zero' | 'fail' | 'failFalsy' | 'throwAtOnce' | 'noPromise'
  readonly delay: number
  readonly place: { readonly stage?: number; readonly before?: string | readonly string[] }
}

export interface HookCase {
  readonly kind: HookKind
  readonly args: readonly string[]
  readonly given: readonly number[]
  readonly via: readonly Via[]
  readonly taps: readonly TapCase[]
  readonly late: TapCase | undefined
  readonly interceptors: readonly { readonly at: number; readonly hears: readonly Telling[] }[]
}

export const kinds: readonly HookKind[] = [
  'SyncHook',
  'SyncBailHook',
  'SyncWaterfallHook',
  'AsyncSeriesHook',
  'AsyncSeriesBailHook',
  'AsyncSeriesWaterfallHook',
]
const tellings: readonly Telling[] = ['register', 'call', 'tap', 'loop', 'error', 'result', 'done']

export const createRandom = (seed: number) => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const chance = (odds: number) => next() < odds
  const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0]
  return { below, chance, pick }
}
type Random = ReturnType<typeof createRandom>

const somePlace = ({ below, chance, pick }: Random, index: number): TapCase['place'] => {
  const name = () => `t${below(index + 1)}`
  return {
    ...(chance(0.2) ? { stage: below(5) - 2 } : {}),
    ...(chance(0.2) ? { before: pick([name(), [name(), name()], 'unknown']) } : {}),
  }
}

const someTap = (random: Random, index: number, type: CallType): TapCase => ({
  name: `t${index}`,
  type,
  does: random.pick(['nothing', 'nothing', 'nothing', 'value', 'value', 'null', 'zero', 'fail', 'failFalsy']),
  delay: random.below(3) * random.below(4),
  place: somePlace(random, index),
})

/** A tap that breaks tapable's contract: only where nothing runs before it in another tick. */
const someRudeTap = (random: Random, index: number): TapCase => {
  const type = random.pick<CallType>(['async', 'promise'])
  const does = type === 'promise' ? random.pick<TapCase['does']>(['throwAtOnce', 'noPromise']) : 'throwAtOnce'
  return { ...someTap(random, index, type), does }
}

export const someCase = (random: Random): HookCase => {
  const { below, chance, pick } = random
  const kind = kinds[below(kinds.length)] ?? 'SyncHook'
  const isSync = kind.startsWith('Sync')
  const isRude = !isSync && chance(0.1)
  const count = below(7)
  const type = (): CallType => (isSync || isRude ? 'sync' : pick(['sync', 'async', 'promise']))
  const taps = Array.from({ length: count }, (_, index) => someTap(random, index, type()))
  if (isRude) taps.push(someRudeTap(random, count))
  const args = ['a', 'b', 'c'].slice(0, kind.includes('Waterfall') ? 1 + below(3) : below(4))
  const via = (): Via => (isSync ? pick(['call', 'callAsync', 'promise']) : pick(['callAsync', 'promise']))
  return {
    kind,
    args,
    given: Array.from({ length: below(5) }, () => below(9)),
    via: chance(0.3) ? [via(), via()] : [via()],
    taps,
    late: chance(0.3) ? someTap(random, count + 1, type()) : undefined,
    interceptors: Array.from({ length: chance(0.5) ? 1 + below(2) : 0 }, () => ({
      at: below(count + 1),
      hears: tellings.filter(() => chance(0.6)),
    })),
  }
}
