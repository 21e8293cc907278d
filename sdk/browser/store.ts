import { useSyncExternalStore } from 'react'

/** A value that changes and tells. @example const session: ReadableStore<SessionState> = useHost().session */
export interface ReadableStore<T> {
  /** The value now; the same object until it changes. */
  get(): T
  /** Runs `listener` after each change; returns its undo. */
  subscribe(listener: () => void): () => void
}

/** A store that can be written. @example const open: Store<boolean> = createStore(false); open.set(!open.get()) */
export interface Store<T> extends ReadableStore<T> {
  set(next: T): void
}

/** Creates a store. @example const open = createStore(false) */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Binds a store to a component. @example const session = useStore(host.session) */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
