import type { BrowserHost, SessionState } from '@spawnpoint/sdk/browser'
import type { ComponentType } from 'react'
import type { Fault } from '../../common/hooks/fault-ledger.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Language, PlanPlugin } from '../../common/plan.ts'
import type { Messages } from '../messages/messages.ts'
import type { Platform } from '../platform/platform.ts'
import type { Session } from '../session/session.ts'
import type { ModuleDeps } from './load-module.ts'
import type { PluginLife } from './plugin-life.ts'
import type { PluginRegistry } from './plugin-registry.ts'

export interface FramedProps {
  readonly place: 'page' | 'part'
  readonly props: Readonly<Record<string, unknown>>
}

/** The parts of the kernel that a framed plugin needs. */
export interface FrameKernel {
  readonly platform: Platform
  readonly messages: Messages
  readonly label: (plugin: string, label: string) => string
  readonly prepare: (plugin: PlanPlugin) => Promise<void>
  readonly session: Session
  readonly gate: Gate
  readonly registry: PluginRegistry
}

/** Messages of added plugins: English first, then the chosen language. */
export interface AddedMessages {
  prepare(plugin: PlanPlugin): Promise<void>
  /** Loads the messages of another language before it is chosen. */
  follow(language: Language): Promise<void>
}

/** Reports to the server, gathered for a moment. */
export interface PluginReports {
  fault(fault: Fault): void
}

export interface ReportDeps {
  readonly platform: Pick<Platform, 'fetch' | 'clock' | 'address'>
  readonly find: (id: string) => PlanPlugin | null
  readonly session: () => SessionState
  readonly log: (sentence: string, error: unknown) => void
}

/**
 * Everything that the page does only for plugins that did not come with the product. `kernel/packages/browser`
 * implements it; it is loaded with the first of them.
 */
export interface AddedPlugins {
  loadModule(deps: ModuleDeps, plugin: PlanPlugin, url: string): Promise<unknown>
  createMessages(
    platform: Platform,
    messages: Messages,
    logFailure: (plugin: string, error: unknown) => void,
  ): AddedMessages
  /** The host of one plugin, with what its capabilities grant. */
  createHost(host: BrowserHost, plugin: PlanPlugin, life: PluginLife): BrowserHost
  createFramedPart(
    kernel: FrameKernel,
    plugin: PlanPlugin,
    module: string,
  ): Promise<ComponentType<FramedProps>>
  createReports(deps: ReportDeps): PluginReports
  /** Disables stylesheets of plugins that are off. */
  followStyles(document: Document, plugins: Pick<PluginRegistry, 'find' | 'plan'>): () => void
}

export type LoadAddedPlugins = () => Promise<AddedPlugins>
