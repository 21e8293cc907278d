/** A value that tells its readers when it changes, in the shape `useSyncExternalStore` takes. @example const store = createStore<string[]>([]) */
export const createStore = <State>(initial: State) => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    setState: (next: State) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
