/** Asks again only when the last answer is older than `ms`; a failure is not kept. */
export function keepFor<T>(ms: number, now: () => Date, ask: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly answer: Promise<T> } | null = null
  return () => {
    const at = now().getTime()
    if (kept && at - kept.at < ms) return kept.answer
    const answer = ask()
    kept = { at, answer }
    answer.catch(() => (kept = null))
    return answer
  }
}
