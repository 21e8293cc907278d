/** Runs one piece of work after the other; one that fails keeps none of the next from running. @example const inTurn = createTurns() */
export const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
