import type {
  Disposable,
  HookBus,
  HookKind,
  HookOptions,
  HookTable,
  KernelHooks,
  Tap,
} from '../../../sdk/common/hooks.ts'
import { resolveFor } from './collector.ts'
import type { Gate } from './gate.ts'
import type { HookRules } from './guard-hook.ts'
import { guardHook } from './guard-hook.ts'
import { createHook } from './interpreter.ts'
import { coreOwner } from './standing.ts'
import type { AnyFunction, TapableHook } from './tapable-hook.ts'
import { removeTap } from './tapable-hook.ts'

export interface HookDefinition extends HookRules {
  readonly kind: HookKind
  readonly args: readonly string[]
}

type NamesOf<H extends HookTable<H>, P extends string> = {
  [N in keyof H & string]: H[N]['kind'] extends `${P}${string}` ? N : never
}[keyof H & string]

export interface TapListing {
  readonly hook: string
  readonly kind: HookKind
  readonly taps: readonly { readonly owner: string; readonly stage: number }[]
}

export interface KernelHookBus<H extends HookTable<H> = KernelHooks> {
  on<N extends keyof H & string>(owner: string, name: N, fn: Tap<H[N]>, options?: HookOptions): Disposable
  call<N extends NamesOf<H, 'Sync'>>(name: N, ...args: H[N]['args']): H[N]['result']
  callAsync<N extends NamesOf<H, 'Async'>>(name: N, ...args: H[N]['args']): Promise<H[N]['result']>
  /** Whether any tap would run: a caller in a hot path asks first. */
  isTapped(name: keyof H & string): boolean
  /** The face a plugin gets. */
  forOwner(owner: string): HookBus<H>
  /** All hooks with their taps in running order. */
  inspect(): readonly TapListing[]
}

interface Entry {
  readonly kind: HookKind
  readonly hook: TapableHook
}

/** Core's last word stands at stage 1000: no plugin comes after it. */
const lastPluginStage = 999

const once = (undo: () => void): Disposable => {
  let isDone = false
  return {
    dispose: () => {
      if (isDone) return
      isDone = true
      undo()
    },
  }
}

const createEntry = (gate: Gate, name: string, { kind, args, ...rules }: HookDefinition): Entry => {
  const hook = createHook(kind, args, name)
  guardHook(gate, hook, rules)
  return { kind, hook }
}

/** Tap names are unique, plugins know each other by id: `before: 'store'` means every tap of store. */
const namesBefore = (hook: TapableHook, before: HookOptions['before']): readonly string[] =>
  [before ?? []].flat().flatMap((owner) => {
    const names = hook.taps.filter((tap) => tap.owner === owner).map(({ name }) => name)
    return names.length > 0 ? names : [owner]
  })

const list = ({ kind, hook }: Entry): TapListing => ({
  hook: hook.name ?? '',
  kind,
  taps: hook.taps.map(({ name, owner = name, stage = 0 }) => ({ owner, stage })),
})

type GetEntry = (name: string) => Entry

const createTapper = (gate: Gate, getEntry: GetEntry) => {
  let tapCount = 0

  const stageFor = (owner: string, name: string, stage = 0): number => {
    if (owner === coreOwner || stage <= lastPluginStage) return stage
    gate.warn(owner, name, `stage ${stage} is core's: ${lastPluginStage} taken instead`)
    return lastPluginStage
  }

  return (owner: string, name: string, fn: AnyFunction, { stage, before }: HookOptions): Disposable => {
    const { hook, kind } = getEntry(name)
    tapCount += 1
    const tapName = `${owner}#${tapCount}`
    let isLive = true
    const options = {
      name: tapName,
      owner,
      stage: stageFor(owner, name, stage),
      before: namesBefore(hook, before),
    }
    // A call under way holds its own list of taps, so an undone tap must also fall silent.
    const run: AnyFunction = (...args) => (isLive ? fn(...resolveFor(owner, args)) : undefined)
    if (kind.startsWith('Sync')) hook.tap(options, run)
    else hook.tapPromise(options, run)
    return once(() => {
      isLive = false
      removeTap(hook, ({ name }) => name === tapName)
    })
  }
}

/** The hooks of a catalogue, behind the gate. */
export const createHookBus = <H extends HookTable<H> = KernelHooks>({
  gate,
  catalogue,
}: {
  readonly gate: Gate
  readonly catalogue: Readonly<Record<string, HookDefinition>>
}): KernelHookBus<H> => {
  const entries = new Map<string, Entry>()
  for (const [name, definition] of Object.entries(catalogue))
    entries.set(name, createEntry(gate, name, definition))
  const getEntry: GetEntry = (name) => {
    const entry = entries.get(name)
    if (!entry) throw new Error(`there is no hook "${name}"`)
    return entry
  }

  const tap = createTapper(gate, getEntry)

  const on: KernelHookBus<H>['on'] = (owner, name, fn, options = {}) =>
    // The types of `on` tie fn to the hook's arguments; tapable's do not know them.
    tap(owner, name, fn as AnyFunction, options)

  return {
    on,
    call: (name, ...args) => getEntry(name).hook.call(...args) as H[typeof name]['result'],
    callAsync: (name, ...args) => getEntry(name).hook.promise(...args) as Promise<H[typeof name]['result']>,
    isTapped: (name) => getEntry(name).hook.taps.length > 0,
    forOwner: (owner) =>
      Object.freeze<HookBus<H>>({ on: (name, fn, options) => on(owner, name, fn, options) }),
    inspect: () => [...entries.values()].map(list),
  }
}
