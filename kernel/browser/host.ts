import type { BrowserHost } from '@spawnpoint/sdk/browser'
import type { WellKnownRoute } from '@spawnpoint/sdk/common'
import { fillPath } from './call-path.ts'
import { deriveStore } from './derive-store.ts'
import { createExplain } from './explain.ts'
import type { KernelParts } from './kernel.ts'
import { htmlLanguage, readLanguage } from '../common/plan.ts'
import type { Messages } from './messages/messages.ts'
import { createContributionStores } from './plugins/contribution-store.ts'
import { createMenus, createOpenEntry } from './shell/menus.ts'

const noConfig: Readonly<Record<string, unknown>> = {}

const createConfigOf =
  ({ registry }: KernelParts): BrowserHost['configOf'] =>
  (plugin) =>
    deriveStore([registry.plan], () => registry.find(plugin)?.config ?? noConfig)

const createSetLocale =
  ({ messages, followLanguage, registry, planSync, bus }: KernelParts) =>
  async (wanted: string): Promise<void> => {
    const language = readLanguage(wanted)
    if (!language || language === messages.locale.getState()) return
    await followLanguage(language)
    await messages.choose(language)
    // Labels of run-time plugins whose words are not here come resolved with the plan.
    if (registry.plan.getState().plugins.some(({ labels }) => Object.keys(labels).length > 0))
      await planSync.refresh()
    bus.call('localeChanged', language)
  }

const contributionsOf = (parts: KernelParts, flag: BrowserHost['flag']): BrowserHost['contributions'] => {
  const { registry, session, settings, messages, label, can, componentOf } = parts
  return createContributionStores({
    contributions: registry.contributions,
    sources: [session.state, settings.values, messages.version],
    can,
    flag,
    label,
    componentOf: (id, module) => {
      const plugin = registry.find(id)
      return plugin ? componentOf(plugin, module).Part : null
    },
  })
}

/** The kernel as plugins see it. */
export const createHost = (parts: KernelParts): BrowserHost => {
  const { platform, trace, registry, messages, settings, routeRegistry, navigation, session, can } = parts
  const flag = (name: string): boolean => settings.values.getState()[name] === true
  const getRoute = (id: string) => {
    const route = routeRegistry.find(id)
    if (!route) throw new Error(`E_NO_ROUTE: there is no route "${id}"`)
    return route
  }
  return {
    session: session.state,
    settings: settings.values,
    uiSettings: parts.uiSettings,
    locale: messages.locale,
    location: navigation.location,
    routes: routeRegistry.views,
    plan: registry.plan,
    trace,
    clock: platform.clock,
    storage: platform.storage,
    call: parts.call,
    refreshSession: session.refresh,
    updateSession: session.update,
    forgetSession: () => {
      // First, or the page that needs the session would be saved as the target of the next log-in.
      navigation.enter(parts.wellKnownPath('login'))
      session.forget()
    },
    reauthenticate: parts.reauthentication.run,
    refreshSettings: settings.refresh,
    setLocale: createSetLocale(parts),
    can,
    flag,
    pathTo: (id, params) => fillPath(getRoute(id).path, params),
    // Asked by name, which a plugin may misspell: an unknown well-known route is home.
    pathToWellKnown: (name) => parts.wellKnownPath(name as WellKnownRoute),
    navigate: navigation.navigate,
    go: platform.address.go,
    guardNavigation: navigation.guard,
    mayLeave: navigation.mayLeave,
    leaveTo: navigation.leaveTo,
    i18n: messages.i18n,
    translate: messages.translate,
    explain: createExplain(messages),
    notify: parts.notify,
    fetch: (url, init) => platform.fetch(url, { credentials: 'omit', ...init }),
    hooksOf: parts.bus.forOwner,
    configOf: createConfigOf(parts),
    menu: createMenus(parts),
    openEntry: createOpenEntry(parts),
    contributions: contributionsOf(parts, flag),
  }
}

/** Follows the language in the document, for screen readers, hyphenation and fonts. */
export const followDocumentLanguage = (document: Document, messages: Messages): (() => void) => {
  const write = (): void => {
    document.documentElement.lang = htmlLanguage(messages.locale.getState())
  }
  write()
  return messages.locale.subscribe(write)
}
