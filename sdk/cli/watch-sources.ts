import { watch } from 'chokidar'
import { join } from 'node:path'

/** An editor writes a file in several steps. */
const SETTLE_MS = 15

const sources = ['manifest.ts', 'resource.ts', 'browser', 'server', 'contract', 'locales']

/** Calls `changed` with the files after each change of a plugin's sources until the signal is aborted. */
export function watchSources(
  folder: string,
  signal: AbortSignal,
  changed: (paths: readonly string[]) => void,
): void {
  let timer: NodeJS.Timeout | undefined
  let paths = new Set<string>()
  const tell = () => {
    const told = [...paths]
    paths = new Set()
    changed(told)
  }
  const watcher = watch(
    sources.map((each) => join(folder, each)),
    { ignoreInitial: true, ignored: /\.test\.tsx?$/ },
  )
  watcher.on('all', (_event, path) => {
    paths.add(path)
    clearTimeout(timer)
    timer = setTimeout(tell, SETTLE_MS)
  })
  const close = () => {
    clearTimeout(timer)
    void watcher.close()
  }
  if (signal.aborted) close()
  else signal.addEventListener('abort', close, { once: true })
}
