/** Runs at most `atOnce` pieces of work at a time, the others in order of arrival; `refuse` is thrown when too many wait. */
export function createPool(options: { atOnce: number; maxWaiting: number; refuse: () => Error }) {
  const waiting: (() => void)[] = []
  let running = 0
  const release = () => {
    const next = waiting.shift()
    // Whoever waits takes over the place, so that `running` stays as it is.
    if (next) next()
    else running -= 1
  }
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= options.atOnce) {
        if (waiting.length >= options.maxWaiting) throw options.refuse()
        await new Promise<void>((resolve) => void waiting.push(resolve))
      } else running += 1
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
