import type { ForPlugins, PluginCaller } from '@spawnpoint/sdk/common'

/**
 * Makes a service for each added plugin that asks for it. The caller's id comes from the kernel, never from the plugin, and
 * once the plugin is off each call throws `E_DISPOSED`. Nobody else can use the service: built-ins get the value as it is.
 *
 * @param serve called for each `services.find` of an added plugin
 * @example const greeter = forPlugins(({ title }) => ({ greet: async (name: string) => `${title} greets ${name}` }))
 */
export const forPlugins = <T>(serve: (caller: PluginCaller) => T): ForPlugins<T> => ({
  kind: 'for-plugins',
  serve,
})

/** Whether a service is made for each plugin anew. @example const serve = (found: unknown, id: string) => (isForPlugins(found) ? found.serve({ id, title: id }) : found) */
export const isForPlugins = (service: unknown): service is ForPlugins<object> =>
  service instanceof Object && 'kind' in service && service.kind === 'for-plugins' && 'serve' in service
