import { watch } from 'chokidar'
import { join } from 'node:path'

/** An editor writes a file in several steps. */
const SETTLE_MS = 60

const sources = ['manifest.ts', 'resource.ts', 'browser', 'server', 'contract', 'locales']

/** Calls `changed` after each change of a plugin's sources until the signal is aborted. */
export function watchSources(folder: string, signal: AbortSignal, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(
    sources.map((each) => join(folder, each)),
    { ignoreInitial: true, ignored: /\.test\.tsx?$/ },
  )
  watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(changed, SETTLE_MS)
  })
  const close = () => {
    clearTimeout(timer)
    void watcher.close()
  }
  if (signal.aborted) close()
  else signal.addEventListener('abort', close, { once: true })
}
