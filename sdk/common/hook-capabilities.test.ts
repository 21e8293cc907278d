import { expect, it } from 'vitest'
import { builtinHooks, hookCapabilities, hookLists } from './hook-capabilities.ts'
import type { HookBus, KernelHooks } from './hooks.ts'

const taps: string[] = []
const on = (name: string) => {
  taps.push(name)
  return { dispose: () => undefined }
}

it('[RTP6] offers an added plugin the hooks that it may tap: any other is an error of types', () => {
  const boot = (hooks: HookBus) => {
    hooks.on('afterSession', () => undefined)
    hooks.on('registerSlot', (slots) => slots.add({ slot: 'dashboard.before', module: 'notice' }))
    // @ts-expect-error The menu belongs to built-ins.
    hooks.on('navItems', (items: readonly unknown[]) => items)
    // @ts-expect-error The page of a failed session belongs to built-ins.
    hooks.on('sessionFailed', () => 'handled')
    // @ts-expect-error The customisation panel belongs to built-ins.
    hooks.on('registerCustomisationTab', () => undefined)
  }
  const bootOfBuiltin = (hooks: HookBus<KernelHooks>) => hooks.on('navItems', (items) => items)
  boot({ on })
  bootOfBuiltin({ on })
  const refused = taps.filter((name) => !Object.hasOwn(hookCapabilities, name))
  expect([...new Set(refused)].toSorted()).toEqual([...builtinHooks].toSorted())
})

it('[RTP16] names a list of the manifest for each hook that adds something, and for no other', () => {
  const adding = Object.keys(hookCapabilities).filter((name) => hookCapabilities[name] === 'hooks.register')
  expect(Object.keys(hookLists).toSorted()).toEqual(adding.toSorted())
})
