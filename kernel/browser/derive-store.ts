import type { ReadableStore } from '@spawnpoint/sdk/browser'

/** A store computed from others: again when one of them has changed, and only when somebody reads it. */
export const deriveStore = <T>(
  sources: readonly ReadableStore<unknown>[],
  compute: () => T,
): ReadableStore<T> => {
  let last: { readonly from: readonly unknown[]; readonly value: T } | null = null
  const getState = (): T => {
    const from = sources.map((source) => source.getState())
    if (last?.from.every((state, index) => Object.is(state, from[index]))) return last.value
    last = { from, value: compute() }
    return last.value
  }
  return {
    getState,
    getInitialState: getState,
    subscribe: (listener) => {
      let before = getState()
      const notify = (): void => {
        const after = getState()
        if (Object.is(before, after)) return
        const previous = before
        before = after
        listener(after, previous)
      }
      const undos = sources.map((source) => source.subscribe(notify))
      return () => {
        for (const undo of undos) undo()
      }
    },
  }
}
