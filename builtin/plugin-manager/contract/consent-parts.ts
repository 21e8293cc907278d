import type { PluginView } from './plugin-view.ts'

/** An operator's answer to something that a plugin is given only with a bound. */
export interface ConsentAnswer {
  /** False while it cannot be saved: nothing can be agreed to meanwhile. */
  readonly isValid: boolean
  /** Runs once the plugin is installed or switched on. */
  save(): Promise<unknown>
}

/** Props of a module in the slot `plugins.consent`, which asks the operator for a bound of a service that it provides. */
export interface PluginConsentProps {
  readonly plugin: string
  /** Ids of the services that the plugin asks for. */
  readonly services: readonly string[]
  /** Tells the answer under a name of the module's own; null once there is nothing to save. */
  readonly onAnswer: (part: string, answer: ConsentAnswer | null) => void
}

/** Props of a module in the slot `plugins.page`: a part of the page of one plugin. */
export interface PluginPageProps {
  readonly plugin: PluginView
}
