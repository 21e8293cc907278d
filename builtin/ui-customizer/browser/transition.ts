import { createStore, type BrowserHost } from '@spawnpoint/sdk/browser'
import { pageTransitions, type PageTransition } from '@spawnpoint/sdk/ui'

const KEY = 'preferredTransition'

/** Counts the changes of the page transition, which has a key of its own in the storage. */
export const transitionChanges = createStore(() => 0)

export const transitionOf = ({ storage }: BrowserHost): PageTransition =>
  pageTransitions.find((style) => style === storage.get(KEY)) ?? 'fade'

export const setTransition = ({ storage }: BrowserHost, style: string): void => {
  storage.set(KEY, style)
  transitionChanges.setState((count) => count + 1, true)
}
