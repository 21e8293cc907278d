import { SHELL, type SessionState } from '@spawnpoint/sdk/browser'
import { formWatch } from '../../sdk/browser/connection.ts'
import type { SessionSnapshot } from '../../sdk/common/hooks.ts'
import { holds, ROOT_PERMISSION } from '../../sdk/common/permission.ts'
import { readThemeBase } from '../../sdk/ui/apply-ui-settings.ts'
import { createApiClient, createFormWatch } from './api-client.ts'
import type { KernelDeps, PluginParts, RoutingParts, SessionParts } from './kernel.ts'
import { createClosedSync, findClosedPage } from './routing/closed-page.ts'
import { createReauthentication } from './session/reauthentication.ts'
import { createSession, type SessionReaction } from './session/session.ts'
import { createSettingsCache } from './settings-cache.ts'
import { createUiSettingsStore } from './ui-settings/ui-settings-store.ts'

const snapshotOf = ({ user, billing, stats, permissions }: SessionState): SessionSnapshot =>
  Object.freeze({ user, billing, stats, permissions })

const createReaction =
  ({ showDialog }: KernelDeps, { messages }: PluginParts, { navigation, wellKnownPath }: RoutingParts) =>
  async ({ dialog, goTo }: SessionReaction): Promise<void> => {
    if (dialog) {
      const word = (part: string): string => messages.translate(SHELL, `session.${dialog}.${part}`)
      const footer = messages.has(SHELL, `session.${dialog}.footer`) ? { footer: word('footer') } : {}
      await showDialog({ title: word('title'), text: word('text'), tone: 'warning', ...footer })
    }
    navigation.navigate(wellKnownPath(goTo), { replace: true })
  }

export const wireSession = (deps: KernelDeps, plugins: PluginParts, routing: RoutingParts): SessionParts => {
  const { platform, log } = deps
  const { bus, trace, planSync } = plugins
  const uiSettings = createUiSettingsStore(platform.storage, readThemeBase)
  const settings = createSettingsCache(platform, {
    onChange: (keys) => bus.call('settingsChanged', keys),
    isCaching: () => uiSettings.getState().performance.enableCaching,
  })
  const noticeClosed = createClosedSync({
    isClosed: () => findClosedPage(routing.routeRegistry, settings) !== null,
    refresh: settings.refresh,
  })
  const onAnswer = (response: Response): void => {
    planSync.notice(response)
    noticeClosed(response)
  }
  const session = createSession({
    platform,
    onAnswer,
    onRefused: (keys) => log('session entries refused, their keys belong to the product', keys),
    afterSession: (snapshot, cause) => {
      // Never awaited: a plugin that takes its time must not hold up the refresh.
      void bus.callAsync('afterSession', snapshot, cause)
    },
    isHandled: (failure) => bus.call('sessionFailed', failure) === 'handled',
    react: createReaction(deps, plugins, routing),
  })
  const can = (permission: string): boolean => {
    const state = session.state.getState()
    if (!holds(state.permissions, permission)) return false
    if (state.permissions.includes(ROOT_PERMISSION)) return true
    return bus.call('resolvePermission', permission, snapshotOf(state)) !== 'deny'
  }
  const client = {
    platform,
    trace,
    onAnswer,
    onUnauthenticated: () => {
      if (session.state.getState().status === 'signed-in') void session.refresh('refresh')
    },
  }
  const call = createApiClient(client)
  formWatch.start = createFormWatch(client)
  return { session, reauthentication: createReauthentication(), can, call, uiSettings, settings }
}
