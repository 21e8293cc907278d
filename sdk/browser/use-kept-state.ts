import { useCallback, useEffect, useRef, useState } from 'react'
import { useHost, usePluginId, type BrowserHost } from './host.ts'

interface Kept {
  readonly version: string
  readonly value: unknown
}

/**
 * State of open pages, for a new version of their plugin that takes their place: one that has loaded already is drawn
 * before the old one is gone.
 */
const kept = new Map<string, Kept>()

const versionOf = (host: BrowserHost, plugin: string): string =>
  host.plan.getState().plugins.find(({ id }) => id === plugin)?.version ?? ''

/**
 * State of a page that survives an upgrade of its plugin while the page is open, under a name of its own on that page.
 * It is as `useState` otherwise: who leaves the page or loads it anew begins from `initial`. A new version gets what the
 * old one has kept, so rename it when its shape changes. Not kept in a frame, which is a new document for each version.
 *
 * @example const [text, setText] = useKeptState('draft', '')
 */
export function useKeptState<T>(name: string, initial: T): readonly [value: T, set: (value: T) => void] {
  const host = useHost()
  const plugin = usePluginId()
  const [path] = useState(() => host.location.getState().path)
  const [version] = useState(() => versionOf(host, plugin))
  const key = `${plugin} ${path} ${name}`
  const [value, setValue] = useState<T>(() => {
    const before = kept.get(key)
    // Written under the same name by this hook alone, maybe by another version of the plugin.
    return before && before.version !== version ? (before.value as T) : initial
  })
  const latest = useRef(value)
  useEffect(() => {
    kept.set(key, { version, value: latest.current })
    return () => {
      const isLeft = host.location.getState().path !== path
      if (isLeft) kept.delete(key)
    }
  }, [host, key, path, version])
  const set = useCallback(
    (next: T) => {
      latest.current = next
      kept.set(key, { version, value: next })
      setValue(next)
    },
    [key, version],
  )
  return [value, set]
}
