import type { AnyEndpoint, CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import {
  SHELL,
  useHost,
  usePluginId,
  type BrowserHost,
  type Contribution,
  type RouteView,
  type SessionState,
} from './host.ts'
import { useShallow, useStore, type ReadableStore } from './store.ts'

/** The session, or the part of it that `select` returns; renders again when that changes. @example const name = useSession(({ user }) => user.username) */
export function useSession(): SessionState
export function useSession<T>(select: (session: SessionState) => T): T
export function useSession<T>(select?: (session: SessionState) => T): T | SessionState {
  const { session } = useHost()
  return useStore<ReadableStore<SessionState>, T | SessionState>(session, select ?? whole)
}

const whole = <T>(state: T): T => state

/** A public setting of the instance. @example const symbol = useSetting('currency_symbol') */
export const useSetting = (key: string): unknown => useStore(useHost().settings, (settings) => settings[key])

/** Is a feature flag on? @example useFlag('store_enabled') */
export const useFlag = (name: string): boolean => useSetting(name) === true

/** Does the signed-in person hold a permission? The server checks again, always. @example useCan('admin.users.edit') */
export function useCan(permission: string): boolean {
  const host = useHost()
  // A plugin may ask for its permissions without the capability to read the session, which a selector would do.
  return useSyncExternalStore(host.session.subscribe, () => host.can(permission))
}

/** The routes that the visitor's permissions and the instance's flags open. @example useOpenRoutes().filter(({ area }) => area === 'user') */
export function useOpenRoutes(): readonly RouteView[] {
  const host = useHost()
  const routes = useStore(host.routes)
  const permitted = useStore(
    host.session,
    useShallow(() => routes.filter(({ permission }) => !permission || host.can(permission))),
  )
  return useStore(
    host.settings,
    useShallow(() => permitted.filter(({ flag }) => !flag || host.flag(flag))),
  )
}

/**
 * Finds the address of a page by its route's id: null where the visitor may not open it, or its plugin is switched off.
 * @example const openPath = useOpenPath(); const to = openPath('users-edit', { id: '1' })
 */
export function useOpenPath(): (route: string, params?: Readonly<Record<string, string>>) => string | null {
  const host = useHost()
  const routes = useOpenRoutes()
  return (route, params) => (routes.some(({ id }) => id === route) ? host.pathTo(route, params) : null)
}

/** The messages of the component's plugin, or of another: `useTranslation` of react-i18next without naming the plugin. @example const t = useT(); t('store.title') */
export function useT(plugin?: string): (key: string, values?: Readonly<Record<string, unknown>>) => string {
  const own = usePluginId()
  const { t } = useTranslation(plugin ?? own)
  return useCallback((key, values = {}) => t(key, values), [t])
}

/**
 * The text of an audit log action, written `<plugin>:<verb>`: the message `audit.<verb>` of that plugin, else the shell's
 * `audit.<plugin>.<verb>` or `audit.<verb>` with the plugin's title, else the action as it is.
 *
 * @example const auditText = useAuditText(); auditText('locations:created')
 */
export function useAuditText(): (action: string) => string {
  const { t, i18n } = useTranslation(SHELL)
  return useCallback(
    (action) => {
      const [plugin = '', verb = ''] = action.split(':')
      if (i18n.exists(`audit.${verb}`, { ns: plugin })) return t(`audit.${verb}`, { ns: plugin })
      if (i18n.exists(`audit.${plugin}.${verb}`, { ns: SHELL })) return t(`audit.${plugin}.${verb}`)
      const isGeneral = i18n.exists(`audit.${verb}`, { ns: SHELL }) && i18n.exists('title', { ns: plugin })
      return isGeneral ? t(`audit.${verb}`, { plugin: t('title', { ns: plugin }) }) : action
    },
    [t, i18n],
  )
}

/** Calls endpoints. @example const call = useCall(); await call(saveNote, { body: { text: 'Hello' } }) */
export function useCall(): <E extends AnyEndpoint>(endpoint: E, input?: CallOf<E>) => Promise<ReplyOf<E>> {
  const host = useHost()
  return useCallback((endpoint, input) => host.call(endpoint, input), [host])
}

/** The sentence for a failed call. @example const explain = useExplain(); return <FormError message={explain(error)} /> */
export function useExplain(): (error: unknown) => string {
  const host = useHost()
  const plugin = usePluginId()
  return useCallback((error) => host.explain(plugin, error), [host, plugin])
}

/** Formats numbers, dates and coins in the chosen language and the instance's time zone. @example useFormat().date('2026-05-04T09:00:00Z') */
export function useFormat() {
  const host = useHost()
  const locale = useStore(host.locale)
  const timeZone = useTimeZone()
  const tag = locale === 'MD' ? 'zh-Hans' : locale.toLowerCase()
  return useMemo(() => {
    const number = new Intl.NumberFormat(tag)
    const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })
    const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone })
    const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
    const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone })
    const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
    return {
      /** The language as `Intl` names it, for formats of one's own and charts. */
      locale: tag,
      timeZone,
      number: (value: number) => number.format(value),
      /** A share: 0.25 is 25%. */
      percent: (share: number) => percent.format(share),
      date: (value: string | number | Date) => date.format(new Date(value)),
      /** A calendar day such as 2026-05-04, which is the same in every time zone. */
      day: (value: string) => day.format(new Date(value)),
      dateTime: (value: string | number | Date) => dateTime.format(new Date(value)),
      time: (value: string | number | Date) => time.format(new Date(value)),
      ago: (value: string | number | Date) => ago(relative, new Date(value).getTime() - host.clock.now()),
    }
  }, [tag, timeZone, host])
}

/** The instance's time zone, in which the product shows dates and asks for them. */
export const useTimeZone = (): string => knownZone(useSetting('app_timezone'))

/** A zone that this browser does not know yet must not take the page down: UTC then. */
function knownZone(zone: unknown): string {
  if (typeof zone !== 'string') return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

const spans: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

function ago(format: Intl.RelativeTimeFormat, difference: number): string {
  for (const [unit, span] of spans)
    if (Math.abs(difference) >= span) return format.format(Math.trunc(difference / span), unit)
  return format.format(Math.trunc(difference / 1000), 'second')
}

/** Contributions of other plugins to a place of this page. @example const notices = useContributions('slot', 'dashboard.before') */
export const useContributions = (
  kind: Parameters<ReturnType<typeof useHost>['contributions']>[0],
  name: string,
): readonly Contribution[] => {
  const host = useHost()
  return useStore(useMemo(() => host.contributions(kind, name), [host, kind, name]))
}

/**
 * Runs an action that may need a recent reauthentication: where the server answers `REAUTHENTICATION_REQUIRED`, the dashboard
 * asks for the password and the action runs once more. Throws that error when the visitor cancels.
 *
 * @example
 * const call = useCall()
 * const reauthenticate = useReauthenticate()
 * await reauthenticate(() => call(saveNote, { body: { text: 'Hello' } }))
 */
export const useReauthenticate = (): BrowserHost['reauthenticate'] => useHost().reauthenticate
