import { localKeys } from '../../common/local-keys.ts'
import type { PlatformClock } from '../platform/platform.ts'

const delayMs = 10

export interface SettingsWatch {
  readonly window: Window & { readonly Storage: { readonly prototype: Storage } }
  readonly clock: PlatformClock
  readonly apply: () => void
}

const methods = ['getItem', 'key', 'setItem', 'removeItem', 'clear'] as const

/** The key that a call of one of the methods changes; null for all of them. */
const changedBy = (method: (typeof methods)[number], key: unknown): string | null | undefined => {
  if (method === 'clear') return null
  return method === 'setItem' || method === 'removeItem' ? String(key) : undefined
}

/**
 * Reports the changes that this tab makes to its local storage, which fire no event here. A proxy stands in for the
 * storage, since `localStorage.key = value` and `delete localStorage.key` call no method that could be wrapped.
 */
const watchLocalStorage = (
  { window }: Pick<SettingsWatch, 'window'>,
  onChange: (key: string | null) => void,
): (() => void) => {
  const native = window.localStorage
  const { prototype } = window.Storage
  const before = Object.getOwnPropertyDescriptors(prototype)
  const proxy: Storage = new Proxy(native, {
    get: (_target, key) => Reflect.get(native, key, native),
    set: (_target, key, value) => {
      const isSet = Reflect.set(native, key, value, native)
      onChange(String(key))
      return isSet
    },
    deleteProperty: (_target, key) => {
      const isDeleted = Reflect.deleteProperty(native, key)
      onChange(String(key))
      return isDeleted
    },
  })
  for (const method of methods) {
    const original = prototype[method]
    Object.defineProperty(prototype, method, {
      ...before[method],
      value: function watched(this: Storage, ...values: unknown[]): unknown {
        const storage = this === proxy ? native : this
        const result: unknown = Reflect.apply(original, storage, values)
        const key = changedBy(method, values[0])
        if (key !== undefined && storage === native) onChange(key)
        return result
      },
    })
  }
  const descriptor = Object.getOwnPropertyDescriptor(window, 'localStorage')
  Object.defineProperty(window, 'localStorage', { configurable: true, enumerable: true, get: () => proxy })
  return () => {
    if (descriptor) Object.defineProperty(window, 'localStorage', descriptor)
    else Reflect.deleteProperty(window, 'localStorage')
    for (const method of methods) Object.defineProperty(prototype, method, before[method])
  }
}

/** Runs `apply` when `ui-settings` changes: at once for another tab's change, 10 ms after one of this tab. */
export const watchUiSettings = ({ window, clock, apply }: SettingsWatch): (() => void) => {
  let timer = 0
  const unwatch = watchLocalStorage({ window }, (key) => {
    if (key !== localKeys.uiSettings && key !== null) return
    clock.clearTimeout(timer)
    timer = clock.setTimeout(apply, delayMs)
  })
  const onStorage = ({ key }: StorageEvent): void => {
    // Null: everything was cleared, the settings with it.
    if (key === localKeys.uiSettings || key === null) apply()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    clock.clearTimeout(timer)
    window.removeEventListener('storage', onStorage)
    unwatch()
  }
}
