const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborted when the command is told to end: by Ctrl+C, by a signal, by its terminal or whoever started it going away. */
export function toldToEnd(): AbortSignal {
  const ending = new AbortController()
  const end = () => {
    // A second time means at once.
    for (const signal of signals) process.removeListener(signal, end)
    ending.abort()
  }
  for (const signal of signals) process.on(signal, end)
  process.once('disconnect', end)
  // It may have gone while this was still being loaded; without a channel this is undefined.
  if (process.connected === false) end()
  // Listening to whoever started this is no reason to go on.
  process.channel?.unref()
  return ending.signal
}

/** Resolves once that is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
