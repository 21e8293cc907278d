import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { isRecord } from '../../sdk/common/is-record.ts'
import { localKeys } from '../common/local-keys.ts'
import type { Platform } from './platform/platform.ts'

const freshMs = 30 * 60_000
const path = '/api/system/settings'

type Values = Readonly<Record<string, unknown>>

export interface SettingsCache {
  readonly values: ReadableStore<Values>
  /** Takes what the page or a plan brought along. */
  accept(values: Values): void
  refresh(): Promise<void>
}

const readCache = (text: string | null, now: number): Values => {
  if (text === null) return {}
  try {
    const cached: unknown = JSON.parse(text)
    if (!isRecord(cached) || !isRecord(cached['value']) || typeof cached['timestamp'] !== 'number') return {}
    const age = now - cached['timestamp']
    return age >= 0 && age < freshMs ? cached['value'] : {}
  } catch {
    // Not ours, or cut short: as good as none.
    return {}
  }
}

const changedKeys = (before: Values, after: Values): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )

/** The instance's public settings: from the cache first, then from the page, then on request. */
export const createSettingsCache = (
  { storage, clock, fetch }: Pick<Platform, 'storage' | 'clock' | 'fetch'>,
  options: { readonly onChange: (keys: readonly string[]) => void; readonly isCaching: () => boolean },
): SettingsCache => {
  const values = createStore<Values>(() => readCache(storage.get(localKeys.settings), clock.now()))
  const accept = (next: Values): void => {
    const keys = changedKeys(values.getState(), next)
    if (options.isCaching())
      storage.set(localKeys.settings, JSON.stringify({ value: next, timestamp: clock.now() }))
    // An older copy would be read at the next start.
    else storage.remove(localKeys.settings)
    if (keys.length === 0) return
    values.setState(next, true)
    options.onChange(keys)
  }
  const refresh = async (): Promise<void> => {
    const response = await fetch(path, { headers: { accept: 'application/json' }, cache: 'no-cache' })
    const body: unknown = await response.json()
    if (response.ok && isRecord(body) && isRecord(body['settings'])) accept(body['settings'])
  }
  return { values, accept, refresh }
}
