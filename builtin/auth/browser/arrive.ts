import { useHost, type BrowserHost } from '@spawnpoint/sdk/browser'
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

/** Puts back the looks that the account keeps. Written to storage, whose reader checks each value. */
async function restoreLooks(host: BrowserHost, { locale, transition, uiSettings }: Arrived['preferences']) {
  if (transition) host.storage.set('preferredTransition', transition)
  if (uiSettings) host.storage.set('ui-settings', JSON.stringify(uiSettings))
  if (locale && locale !== host.locale.getState()) await host.setLocale(locale)
}

/** Goes on after a log-in: session, looks, then the page that was wanted. */
export async function arrive(host: BrowserHost, { next, preferences }: Arrived): Promise<void> {
  await restoreLooks(host, preferences)
  await host.refreshSession('login')
  const setup = host.pathTo('two-factor-setup')
  if (next && next !== setup) host.storage.remove(SAVED_TARGET)
  host.navigate(next ?? host.pathTo('auth-redirect'), { replace: true })
}

export const useArrive = (): ((arrived: Arrived) => Promise<void>) => {
  const host = useHost()
  return useCallback((arrived) => arrive(host, arrived), [host])
}
