import type { ForPlugins, PluginCaller } from '@spawnpoint/sdk/common'
import type { z } from 'zod'
import type { PluginsService } from './services.ts'

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

/** Whether a service is made for each plugin anew. @example const serve = (found: unknown, id: string) => (isForPlugins(found) ? found.serve({ id, title: id, capabilities: [] }) : found) */
export const isForPlugins = (service: unknown): service is ForPlugins<object> =>
  service instanceof Object && 'kind' in service && service.kind === 'for-plugins' && 'serve' in service

const LONGEST_TITLE = 100

/**
 * The name of the added plugin that calls, in English and at most 100 characters, for texts that people read. Marks that
 * reverse the order of characters are left out, since the name could read as another.
 *
 * @example const name: string = callerTitle({ id: 'acme-notes', title: '%title%' }, plugins)
 */
export function callerTitle(
  { id, title }: Pick<PluginCaller, 'id' | 'title'>,
  plugins: Pick<PluginsService, 'messages'>,
): string {
  const message = title.startsWith('%') ? plugins.messages(id, 'EN')[title.slice(1, -1)] : title
  if (typeof message !== 'string') return id
  return (
    message
      .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
      .trim()
      .slice(0, LONGEST_TITLE) || id
  )
}

/**
 * Reads what an added plugin has sent to a service: types hold no worker back, so its request is whatever its code says.
 *
 * @param method of the service, as the author of the plugin knows it
 * @throws {Error} `E_SERVICE_REQUEST`, which names the method and each field that is wrong
 * @example const { user } = readPluginRequest(z.strictObject({ user: z.string() }), 'notes.share', { user: 'ada' })
 */
export function readPluginRequest<S extends z.ZodType>(
  schema: S,
  method: string,
  given: unknown,
): z.output<S> {
  const { data, error, success } = schema.safeParse(given)
  if (success) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'request'}: ${message}`)
  throw new Error(`E_SERVICE_REQUEST: ${method}: ${problems.join('; ')}`)
}
