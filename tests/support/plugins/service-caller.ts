import type { TestServer } from '../server/start-test-server.ts'
import { writeIsolatedPlugin, type IsolatedPlugin, type Mode } from './isolated-plugin.ts'
import type { createPluginsFolder } from './write-plugin.ts'

interface ServiceCaller {
  readonly id: string
  readonly mode: Mode
  /** Id of the token, which its manifest names. */
  readonly service: string
  readonly title: string
  /** Further lines of its manifest. */
  readonly capabilities?: IsolatedPlugin['capabilities']
}

/** Writes a plugin that calls a method of a service as it is told: see `callService`. */
export const writeServiceCaller = (
  plugins: ReturnType<typeof createPluginsFolder>,
  { id, mode, service, title, capabilities = [] }: ServiceCaller,
) =>
  writeIsolatedPlugin(plugins, {
    id,
    mode,
    capabilities: ['server.http', `server.services:${service}`, ...capabilities],
    manifest: { title: '%title%' },
    files: { 'locales/en.json': JSON.stringify({ [id]: { title } }) },
    module: `
const token = defineService(${JSON.stringify(service)})
endpoints.push(answer(post('/api/${id}/call', { body: z.looseObject({}) }), manifest, async ({ body, services }) => {
  const found = services.find(token)
  if (!found) return { error: 'not there' }
  try { return { answer: await found[body.method](...body.args) } } catch (error) { return { error: error.message } }
}))
`,
  })

/** Answers as the plugin was answered, or with the message of the error that it caught. */
export async function callService<T>(
  server: Pick<TestServer, 'anonymous'>,
  plugin: string,
  method: string,
  ...args: readonly unknown[]
) {
  const { body } = await server.anonymous().post(`/api/${plugin}/call`, { method, args })
  const { success: _success, ...said } = body
  return said as { answer?: T; error?: string }
}
