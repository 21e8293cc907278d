import { globSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/** An editor writes a file in several steps. */
const SETTLE_MS = 60

const parts = /^(browser|server|contract|locales)$/

const isSource = (inside: string, name: string) =>
  inside === '' ? name === 'manifest.ts' || parts.test(name) : !/\.test\.tsx?$/.test(name)

const foldersOf = (folder: string): readonly string[] => [
  '',
  ...globSync('{browser,server,contract,locales}{,/**/*}', { cwd: folder, withFileTypes: true }).flatMap(
    (entry) => (entry.isDirectory() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : []),
  ),
]

/**
 * Tells of changes of a plugin's sources until it is aborted. Folder by folder: a project has thousands of others in
 * node_modules, and a file that is replaced stays in sight.
 */
export function watchSources(folder: string, signal: AbortSignal, changed: () => void): void {
  const watched = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  function look() {
    for (const inside of foldersOf(folder)) {
      if (watched.has(inside)) continue
      const watcher = watch(join(folder, inside), { signal }, (_event, name) => {
        if (name === null || isSource(inside, name)) soon()
      })
      // A folder that is removed is looked for again when it is back.
      watcher.on('error', () => watched.delete(inside))
      watched.set(inside, watcher)
    }
  }

  function soon() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      look()
      changed()
    }, SETTLE_MS)
  }

  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  look()
}
