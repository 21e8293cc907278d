import type { DeviceOverlay, ReplacedSetting } from '@spawnpoint/contracts/ui-customizer'
import { readOverlay, withOverlay, writeOverlay } from '@spawnpoint/contracts/ui-customizer/schemas'
import type { BrowserHost, UiSettings } from '@spawnpoint/sdk/browser'
import { listWords } from './list-words.ts'
import { changeTuner, tuner } from './tuner-store.ts'
import { findSigns, lighten, type Change } from './weak-device.ts'

type Browser = Window & typeof globalThis
type Place = Pick<ReplacedSetting, 'group' | 'field'>

const valueAt = (settings: UiSettings, { group, field }: Place): unknown =>
  (settings as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[group]?.[field]

/** Each field that differs, with the value of both. */
const findReplaced = (own: UiSettings, here: UiSettings): DeviceOverlay =>
  Object.entries(here).flatMap(([group, fields]) =>
    (typeof fields === 'object' ? Object.keys(fields) : [])
      .map((field) => ({
        group,
        field,
        own: valueAt(own, { group, field }),
        here: valueAt(here, { group, field }),
      }))
      .filter((replaced) => replaced.own !== replaced.here),
  )

/** Names of what was replaced, for people: glass is one of several groups. */
const namesOf = (overlay: DeviceOverlay): readonly Change[] => [
  // Only fields that `lighten` changes are in it.
  ...new Set(overlay.map(({ field }) => field as Change)),
]

/** Lightens the page on a weak device, once, and says so. The account keeps the person's own settings. */
export const runAutomatic = (host: BrowserHost, window: Browser): void => {
  const { automatic, lightened } = tuner.getState()
  if (!automatic || lightened) return
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const signs = findSigns(window.navigator, isCalm)
  if (signs.length === 0) return
  const before = host.uiSettings.getState()
  const after = lighten(before, signs)
  const overlay = findReplaced(before, after)
  if (overlay.length === 0) return
  const changes = namesOf(overlay)
  // First, so that who saves settings leaves these out.
  writeOverlay(host.storage, overlay)
  host.uiSettings.setState(after)
  changeTuner(host, { lightened: { signs, changes } })
  const say = (key: string) => host.translate('performance-tuner', key)
  host.notify.toast({
    title: say('automatic.done'),
    text: listWords(
      window.document.documentElement.lang || 'en',
      changes.map((change) => say(`changes.${change}`)),
    ),
    tone: 'info',
  })
}

/** A log-in brings the settings of the account: what this device replaces is replaced again. */
const replaceAgain = (host: BrowserHost): void => {
  const now = host.uiSettings.getState()
  const overlay = readOverlay(host.storage)
  const own = (replaced: ReplacedSetting) => {
    const value = valueAt(now, replaced)
    return value === replaced.here ? replaced.own : value
  }
  writeOverlay(
    host.storage,
    overlay.map((replaced) => ({ ...replaced, own: own(replaced) })),
  )
  host.uiSettings.setState(withOverlay(now, overlay))
}

/** A replaced setting that the person changes afterwards is the person's own again. */
const release = (host: BrowserHost, now: UiSettings): void => {
  const overlay = readOverlay(host.storage)
  const kept = overlay.filter((replaced) => valueAt(now, replaced) === replaced.here)
  if (kept.length === overlay.length) return
  writeOverlay(host.storage, kept)
  const { lightened } = tuner.getState()
  if (lightened) changeTuner(host, { lightened: { ...lightened, changes: namesOf(kept) } })
}

/** Keeps automatic mode up for the person who is logged in; returns its end. */
export const startAutomatic = (host: BrowserHost, window: Browser): (() => void) => {
  const person = () => host.session.getState().user['uuid']
  const mine = person()
  if (tuner.getState().lightened) replaceAgain(host)
  else runAutomatic(host, window)
  // Settings that come with the log-in of somebody are no choice of theirs.
  return host.uiSettings.subscribe((now) => {
    if (person() === mine) release(host, now)
  })
}

/** Puts back what automatic mode still replaces, and leaves the rest as it is now. */
export const undoAutomatic = (host: BrowserHost): void => {
  const overlay = readOverlay(host.storage)
  const now = host.uiSettings.getState()
  const still = overlay.filter((replaced) => valueAt(now, replaced) === replaced.here)
  const own = still.map((replaced) => ({ ...replaced, here: replaced.own }))
  host.uiSettings.setState(withOverlay(now, own))
  writeOverlay(host.storage, [])
  changeTuner(host, { lightened: null, automatic: false })
}
