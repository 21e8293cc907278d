import { createStore } from '@spawnpoint/sdk/browser'

/** A search for the plugin that causes a problem: each answer halves the suspects. */
export interface Bisect {
  readonly suspects: readonly string[]
  /** Plugins that are off in this tab while the question is asked. */
  readonly off: readonly string[]
}

/** `none`: the problem stays without any added plugin. */
export type BisectResult = { readonly found: string } | 'none'

const firstHalf = (ids: readonly string[]) => ids.slice(0, Math.ceil(ids.length / 2))

/** Begins with all of them off, since the problem may come from elsewhere. */
export const startBisect = (plugins: readonly string[]): Bisect => ({ suspects: plugins, off: plugins })

/** The next question, or the result. */
export function answerBisect({ suspects, off }: Bisect, isGone: boolean): Bisect | BisectResult {
  const isFirst = off.length === suspects.length
  if (isFirst && !isGone) return 'none'
  const left = isFirst || isGone ? off : suspects.filter((id) => !off.includes(id))
  const [only] = left
  if (only !== undefined && left.length === 1) return { found: only }
  return { suspects: left, off: firstHalf(left) }
}

/** How many answers are still needed at most. */
export const stepsLeft = ({ suspects, off }: Bisect): number =>
  Math.ceil(Math.log2(suspects.length)) + (off.length === suspects.length ? 1 : 0)

// The shell leaves out the plugins that this entry of the tab names.
const OFF = 'spawnpoint_plugins_off'
const STATE = 'spawnpoint_bisect'

type Kept = Bisect | { readonly result: BisectResult }

function read(): Kept | null {
  try {
    // Written by `write` alone; something else that stands there ends the search.
    const kept = JSON.parse(sessionStorage.getItem(STATE) ?? 'null') as Kept | null
    return kept && ('result' in kept || Array.isArray(kept.suspects)) ? kept : null
  } catch {
    return null
  }
}

/** The search of this tab, which survives its reloads. */
export const bisect = createStore<{ readonly kept: Kept | null }>(() => ({ kept: read() }))

/** Keeps a step; null ends the search. All plugins run again unless it says otherwise. */
export function keepBisect(kept: Kept | null): void {
  if (kept) sessionStorage.setItem(STATE, JSON.stringify(kept))
  else sessionStorage.removeItem(STATE)
  if (kept && 'off' in kept) sessionStorage.setItem(OFF, JSON.stringify(kept.off))
  else sessionStorage.removeItem(OFF)
  bisect.setState({ kept })
}
