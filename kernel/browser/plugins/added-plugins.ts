import type { BrowserHost } from '@spawnpoint/sdk/browser'
import type { ComponentType } from 'react'
import type { Fault } from '../../common/hooks/fault-ledger.ts'
import type { Language, Plan, PlanPlugin } from '../../common/plan.ts'
import type { Kernel, KernelDeps } from '../kernel.ts'

export interface FramedProps {
  readonly place: 'page' | 'part'
  readonly props: Readonly<Record<string, unknown>>
}

/**
 * Everything that the page does only for plugins that did not come with the product. `kernel/packages/browser`
 * implements it; it is loaded with the first of them.
 */
export interface AddedPlugins {
  /** Runs the boot modules. */
  boot(plan: Plan): Promise<void>
  /** Plugins whose access rule has not run to its end. */
  unfinishedRules(): readonly string[]
  loadModule(plugin: PlanPlugin, url: string): Promise<unknown>
  /** Loads a plugin's messages: English first, then the chosen language. */
  prepareMessages(plugin: PlanPlugin): Promise<void>
  /** Loads the messages of another language before it is chosen. */
  followLanguage(language: Language): Promise<void>
  /** The host of an added plugin, with what its capabilities grant; null for any other id. */
  hostOf(id: string): BrowserHost | null
  createFramedPart(plugin: PlanPlugin, module: string): Promise<ComponentType<FramedProps>>
  /** Reports a fault to the server, together with others of the same moment. */
  reportFault(fault: Fault): void
  /** The plugin is switched off in this tab: what it made ends, and its host answers nothing any more. */
  end(id: string): void
  /** Stands on every page while added plugins are left out. */
  readonly SafeModeBanner: ComponentType
}

export type LoadAddedPlugins = (kernel: Kernel, modules: KernelDeps['modules']) => Promise<AddedPlugins>
