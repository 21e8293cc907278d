import { defineService } from '@spawnpoint/sdk/common'

/** Tells the author of a plugin what an operator has to set before a service does anything for it. @example const source: PluginAdviceSource = { adviceFor: async () => null } */
export interface PluginAdviceSource {
  /** One line for the console of `dev`; null where nothing is to be done. */
  adviceFor(plugin: { readonly id: string; readonly capabilities: readonly string[] }): Promise<string | null>
}

/**
 * The family of tokens under which providers of services advise the authors of plugins that use them.
 *
 * @example provide(memberOf(PluginAdvice, 'acme-notes'), {}, () => ({ adviceFor: async () => null }))
 */
export const PluginAdvice = defineService<PluginAdviceSource>('kernel.plugin-advice')
