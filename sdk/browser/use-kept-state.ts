import { useCallback, useEffect, useRef, useState } from 'react'
import { useHost, usePluginId, type BrowserHost } from './host.ts'

interface Kept {
  readonly version: string
  readonly value: unknown
}

/** State of pages that a new version of their plugin takes the place of, until that version has drawn them. */
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
    kept.delete(key)
    return () => {
      const isLeft = host.location.getState().path !== path
      if (!isLeft) kept.set(key, { version, value: latest.current })
    }
  }, [host, key, path, version])
  const set = useCallback((next: T) => {
    latest.current = next
    setValue(next)
  }, [])
  return [value, set]
}
