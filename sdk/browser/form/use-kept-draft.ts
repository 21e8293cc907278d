import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useHost, type BrowserHost, type SessionState } from '../host.ts'

/** Typed text whose session ended, until the same person is back on the same page. */
const keptDrafts = new Map<string, unknown>()

/** Null where the plugin may not read the session; no draft is kept then. */
const sessionOf = (host: BrowserHost): SessionState | null => {
  try {
    return host.session.getState()
  } catch {
    return null
  }
}

const personOf = (host: BrowserHost): string => {
  const uuid = sessionOf(host)?.user['uuid']
  return typeof uuid === 'string' ? uuid : ''
}

/** The draft of a form over the end of a session. @example const draft: KeptDraft<{ name: string }> = useKeptDraft('profile') */
export interface KeptDraft<T> {
  /** The text that was typed when the session ended; null otherwise. */
  readonly restored: T | null
  /** Says what is typed now; null when it is saved. */
  readonly keep: (draft: T | null) => void
}

/**
 * Keeps what is typed when the session ends, and gives it back to the same form after the log-in. It stays in the memory
 * of the tab.
 *
 * @example const draft = useKeptDraft<{ name: string }>('profile')
 */
export function useKeptDraft<T>(form: string): KeptDraft<T> {
  const host = useHost()
  const [path] = useState(() => host.location.getState().path)
  const keyOf = useCallback((person: string) => `${person} ${path} ${form}`, [path, form])
  // Written under the same key by this hook alone.
  const [restored] = useState(() => (keptDrafts.get(keyOf(personOf(host))) ?? null) as T | null)
  const latest = useRef(restored)
  const person = useRef('')
  const current = useSyncExternalStore(host.session.subscribe, () => personOf(host))
  useEffect(() => {
    if (current) person.current = current
  }, [current])
  useEffect(() => {
    keptDrafts.delete(keyOf(person.current))
    return () => {
      const hasEnded = sessionOf(host)?.status !== 'signed-in'
      if (person.current !== '' && hasEnded && latest.current !== null)
        keptDrafts.set(keyOf(person.current), latest.current)
    }
  }, [host, keyOf])
  const keep = useCallback((draft: T | null) => {
    latest.current = draft
  }, [])
  return { restored, keep }
}
