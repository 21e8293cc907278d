import { configurePlugin, readPluginConfig } from '@spawnpoint/contracts/plugin-manager'
import { languages } from '@spawnpoint/sdk/common'
import {
  answer,
  requireReauthentication,
  Plugins,
  Sessions,
  type PluginRow,
  type PluginsService,
} from '@spawnpoint/sdk/server'
import { requirePluginTrust } from './package-trust.ts'
import { presentPlugin } from './plugin-view.ts'

const uses = { plugins: Plugins, sessions: Sessions }

/** Names of the properties that are written, never read. */
export function secretNames(schema: Readonly<Record<string, unknown>> | null): readonly string[] {
  const properties: unknown = schema?.['properties']
  if (!(properties instanceof Object)) return []
  return Object.entries(properties).flatMap(([name, property]: [string, unknown]) =>
    property instanceof Object && 'x-secret' in property && property['x-secret'] === true ? [name] : [],
  )
}

/** The labels of its settings in all languages, where the page does not bring them. */
function configMessages(plugins: PluginsService, { id, source }: PluginRow) {
  if (source === 'builtin') return {}
  const trees = languages.map(
    ({ id: language, tag }) => [tag, plugins.messages(id, language)['config']] as const,
  )
  return Object.fromEntries(
    trees.flatMap(([tag, tree]) => (tree instanceof Object ? [[tag, { ...tree }]] : [])),
  )
}

export const handleReadPluginConfig = answer(readPluginConfig, uses, async ({ params, fail, plugins }) => {
  const row = (await plugins.list()).find(({ id }) => id === params.id)
  if (!row) throw fail('PLUGIN_UNKNOWN', { details: { id: params.id } })
  const plugin = presentPlugin(row)
  if (!row.settings) return { plugin, schema: null, values: {}, version: '', messages: {}, secretsSet: [] }
  const secrets = secretNames(row.settings)
  const { values: stored, version } = await plugins.readConfig(params.id)
  return {
    plugin,
    schema: { ...row.settings },
    version,
    messages: configMessages(plugins, row),
    values: Object.fromEntries(Object.entries(stored).filter(([name]) => !secrets.includes(name))),
    secretsSet: secrets.filter((name) => Object.hasOwn(stored, name)),
  }
})

export const handleConfigurePlugin = answer(
  configurePlugin,
  uses,
  async ({ actor, params, body, plugins, sessions }) => {
    await requireReauthentication(sessions, actor)
    await requirePluginTrust(plugins, actor, params.id)
    return { version: await plugins.writeConfig(params.id, body.values, actor.id, body.version) }
  },
)
