/**
 * Makes a question that is asked again only when its last answer is older than `ms`. Those who ask meanwhile wait for
 * the same answer; a failure is not kept.
 *
 * @param ms - how long an answer is good, in milliseconds
 * @param now - the clock, such as `() => clock.now()`
 * @param ask - asks anew; its rejections go to all who wait
 * @returns the question; resolves with the answer that is kept or new
 *
 * @example const nodes = keepFor(15_000, () => clock.now(), () => fetchNodes())
 */
export function keepFor<T>(ms: number, now: () => Date, ask: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly answer: Promise<T> } | null = null
  return () => {
    const at = now().getTime()
    // A clock that was set back makes no answer good for longer.
    if (kept && at >= kept.at && at - kept.at < ms) return kept.answer
    const answer = ask()
    kept = { at, answer }
    answer.catch(() => (kept = null))
    return answer
  }
}
