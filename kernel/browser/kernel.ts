import type { BrowserHost } from '@spawnpoint/sdk/browser'
import type { WellKnownRoute } from '@spawnpoint/sdk/common'
import type { Gate } from '../common/hooks/gate.ts'
import type { KernelHookBus } from '../common/hooks/hook-bus.ts'
import type { Language, Plan, PlanPlugin } from '../common/plan.ts'
import type { MessageChunks, Messages } from './messages/messages.ts'
import type { Platform } from './platform/platform.ts'
import type { AddedPlugins, LoadAddedPlugins } from './plugins/added-plugins.ts'
import type { ModuleDeps } from './plugins/load-module.ts'
import type { PlanSync } from './plugins/plan-sync.ts'
import type { PluginComponents } from './plugins/plugin-components.tsx'
import type { PluginRegistry } from './plugins/plugin-registry.ts'
import type { Navigation } from './routing/navigation.ts'
import type { RouteRegistry } from './routing/route-registry.ts'
import type { Visits } from './routing/visits.ts'
import type { Reauthentication } from './session/reauthentication.ts'
import type { Session } from './session/session.ts'
import type { SettingsCache } from './settings-cache.ts'
import type { Trace } from './trace.ts'
import type { UiSettingsStore } from './ui-settings/ui-settings-store.ts'

export interface KernelDialog {
  readonly title: string
  readonly text: string
  readonly footer?: string
  readonly tone: 'warning' | 'danger'
}

/** The outside world, and the code that the build knows. */
export interface KernelDeps {
  readonly platform: Platform
  readonly chunks: MessageChunks
  readonly modules: Pick<ModuleDeps, 'builtin' | 'loadAdmin' | 'isListed' | 'importModule'>
  /** Loads the code that only added plugins need. */
  readonly loadAdded?: LoadAddedPlugins
  /** Resolves once the visitor has read it. */
  readonly showDialog: (dialog: KernelDialog) => Promise<unknown>
  readonly log: (sentence: string, error: unknown) => void
}

/** Plugins in this tab: hooks, gate, messages and code. Wired in `wire-plugins.ts`. */
export interface PluginParts {
  readonly trace: Trace
  readonly gate: Gate
  readonly bus: KernelHookBus
  /** The code that only added plugins need, loaded on first use. */
  readonly added: () => Promise<AddedPlugins>
  /** Plugins whose access rule has not run to its end. */
  readonly unfinishedRules: () => readonly string[]
  readonly registry: PluginRegistry
  readonly messages: Messages
  /** A literal label, or the plugin's message for `%key%`. */
  readonly label: (plugin: string, label: string) => string
  /** Loads the messages that a plugin's code needs. */
  readonly prepare: (plugin: PlanPlugin) => Promise<void>
  /** Loads the messages of added plugins in another language. */
  readonly followLanguage: (language: Language) => Promise<void>
  readonly load: (plugin: PlanPlugin, module: string) => Promise<unknown>
  /** The host of a plugin: with what its capabilities grant where it was added. */
  readonly hostFor: (plugin: PlanPlugin) => Promise<BrowserHost>
  readonly componentOf: PluginComponents['of']
  readonly planSync: PlanSync
  readonly apply: (plan: Plan) => void
}

/** Pages and the way between them. Wired in `wire-routing.ts`. */
export interface RoutingParts {
  readonly routeRegistry: RouteRegistry
  readonly navigation: Navigation
  readonly wellKnownPath: (name: WellKnownRoute) => string
}

/** The visitor: session, permissions, settings and calls. Wired in `wire-session.ts`. */
export interface SessionParts {
  readonly session: Session
  readonly reauthentication: Reauthentication
  readonly can: (permission: string) => boolean
  readonly call: BrowserHost['call']
  readonly uiSettings: UiSettingsStore
  readonly settings: SettingsCache
}

export interface KernelParts
  extends Pick<KernelDeps, 'platform' | 'showDialog' | 'log'>, PluginParts, RoutingParts, SessionParts {
  readonly notify: BrowserHost['notify']
}

/** The browser kernel: what start-up, the shell and the hosts of plugins are built on. */
export interface Kernel extends KernelParts {
  readonly visits: Visits
  /** The kernel as built-ins see it. */
  readonly host: BrowserHost
}
