import type { StoreApi } from 'zustand/vanilla'

export { createStore, type StoreApi } from 'zustand/vanilla'
export { useStore } from 'zustand/react'
export { useShallow } from 'zustand/react/shallow'

/** A store that its reader cannot write. @example const session: ReadableStore<SessionState> = useHost().session */
export type ReadableStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>
