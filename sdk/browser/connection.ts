import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { CallError } from './call-error.ts'
import { createStore } from './store.ts'

const store = createStore(() => ({ isLost: false }))

/** Answers of a proxy whose server is away; those of the server itself carry the id of the request. */
const proxyFailures: readonly number[] = [502, 503, 504]

/**
 * Whether this tab reaches the server. Failed calls and the browser set it; the product asks the server until it
 * answers, and what failed meanwhile is loaded again.
 *
 * @example connection.subscribe(({ isLost }) => isLost || close())
 */
export const connection = {
  subscribe: store.subscribe,
  getState: store.getState,
  getInitialState: store.getInitialState,
  lose: (): void => {
    if (!store.getState().isLost) store.setState({ isLost: true })
  },
  restore: (): void => {
    if (store.getState().isLost) store.setState({ isLost: false })
  },
  /** Runs each time that the server is reached again; returns its undo. */
  onRestored: (run: () => void): (() => void) =>
    store.subscribe(({ isLost }) => {
      if (!isLost) run()
    }),
}

/** True when a call failed because nobody answered it. @example if (isUnreachable(error)) connection.lose() */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 0 || (error.requestId === null && proxyFailures.includes(error.status)))

/** Told of a form that is on its way, and then of its answer: null where nobody answered. */
export type FormWatch = (
  endpoint: AnyEndpoint,
  url: string,
  form: FormData,
) => (response: Response | null, body: unknown) => void

/** Set by the page, which reads the answers of all calls and records them; `sendFile` goes past its client. */
export const formWatch: { start: FormWatch | null } = { start: null }
