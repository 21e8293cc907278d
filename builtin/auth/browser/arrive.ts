import { UNSAVED_LANGUAGE } from '@spawnpoint/contracts/account'
import { defaultUiSettings, useHost, type BrowserHost } from '@spawnpoint/sdk/browser'
import { useCallback } from 'react'

export interface Arrived {
  readonly next: string | null
  readonly preferences: {
    readonly locale: string | null
    readonly transition: string | null
    readonly uiSettings: Readonly<Record<string, unknown>> | null
  }
}

const SAVED_TARGET = 'redirectAfterLogin'

/** The page that was wanted before the log-in; it also travels with the log-in, since storage may be cleared. */
export const wantedPage = (host: BrowserHost): string | undefined =>
  host.storage.get(SAVED_TARGET) ?? undefined

const TRANSITION = 'preferredTransition'
const LAST_PERSON = 'appearance_of'

/** Notes who has the appearance of this browser; true where it was somebody else until now. */
const meet = ({ session, storage }: BrowserHost): boolean => {
  const person = String(session.getState().user['uuid'] ?? '')
  const last = storage.get(LAST_PERSON)
  storage.set(LAST_PERSON, person)
  return last !== null && last !== person
}

/** Puts back what the account keeps; the readers of storage and the store of the settings check each value. */
async function restore(host: BrowserHost, { next, preferences }: Arrived): Promise<void> {
  const { locale, transition, uiSettings } = preferences
  if (next) host.storage.set(SAVED_TARGET, next)
  const isSomebodyElse = meet(host)
  if (transition) host.storage.set(TRANSITION, transition)
  else if (isSomebodyElse) host.storage.remove(TRANSITION)
  // The next person at a shared computer does not get the look of the one before; the theme is seen on guest pages too.
  const base = isSomebodyElse ? { ...defaultUiSettings, theme: host.uiSettings.getState().theme } : {}
  if (uiSettings || isSomebodyElse) host.uiSettings.setState({ ...base, ...uiSettings })
  // A language that was chosen before the log-in counts; the account gets it once the pages are there.
  const isChosen = host.storage.get(UNSAVED_LANGUAGE) !== null
  if (locale && locale !== host.locale.getState() && !isChosen) await host.setLocale(locale)
}

/** Start of the administration for staff: its home, or the first page of its menu that they may open. */
const findStaffStart = (host: BrowserHost): string | undefined => {
  const home = host.routes.getState().find(({ wellKnown }) => wellKnown === 'admin')
  if (home?.permission && host.can(home.permission)) return home.path
  return host.menu('admin').getState()[0]?.path
}

/** Staff who asked for no page go on to the administration, by the target that `auth-redirect` returns to. */
const leadStaff = (host: BrowserHost): void => {
  if (host.storage.get(SAVED_TARGET) !== null) return
  const start = findStaffStart(host)
  if (start) host.storage.set(SAVED_TARGET, start)
}

/** Goes on after a log-in: session, then language, appearance and target, then the page that was wanted. */
export async function arrive(host: BrowserHost, { next, preferences }: Arrived): Promise<void> {
  const setup = host.pathTo('two-factor-setup')
  // The target is kept until the second factor is set up.
  const target = next === setup ? null : next
  let restored: Promise<void> = Promise.resolve()
  const tap = host.hooksOf('auth').on(
    'afterSession',
    (_session, cause) => {
      // Not awaited by the hook, whose time is limited: the language may take longer to load.
      if (cause === 'login') restored = restore(host, { next: target, preferences })
    },
    // Before the taps of others, which may take their time.
    { stage: -100 },
  )
  try {
    await host.refreshSession('login')
  } finally {
    tap.dispose()
  }
  await restored
  if (next !== setup) leadStaff(host)
  host.navigate(next === setup ? setup : host.pathTo('auth-redirect'), { replace: true })
}

export const useArrive = (): ((arrived: Arrived) => Promise<void>) => {
  const host = useHost()
  return useCallback((arrived) => arrive(host, arrived), [host])
}
