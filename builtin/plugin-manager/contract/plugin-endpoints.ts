import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { pluginView } from './plugin-view.ts'

const list = { permission: 'admin.plugins.list' } as const
const edit = { permission: 'admin.plugins.edit' } as const
const id = z.string().min(1).max(60)
const params = z.strictObject({ id })
const texts = z.array(z.string()).readonly()
const values = z.record(z.string(), z.unknown())

const listed = z.object({
  plugins: z.array(pluginView),
  /** Set while run-time plugins stay off, since the product failed to start with them. */
  safeMode: z.object({ since: z.iso.datetime(), failedStarts: z.number() }).nullable(),
  /** Ids of plugins whose code is in the server's process and runs there no more. */
  leftInProcess: texts,
})

export const listPlugins = defineEndpoint({
  method: 'GET',
  path: '/api/plugin-manager/plugins',
  summary: 'All plugins with their state',
  access: list,
  reply: listed,
})

export const enablePlugin = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-manager/plugins/:id/enable',
  summary: 'Switch a plugin on, in the running product; answers the list as it is now',
  access: edit,
  params,
  reply: listed,
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    PLUGIN_NEEDS_ROOT: 403,
    PLUGIN_UNKNOWN: 404,
    PLUGIN_DEPENDENCY: 409,
    PLUGIN_FAILED: 409,
  },
})

export const disablePlugin = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-manager/plugins/:id/disable',
  summary: 'Switch a plugin off, in the running product; answers the list as it is now',
  access: edit,
  params,
  body: z.strictObject({ withDependants: z.boolean() }),
  reply: listed,
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    PLUGIN_UNKNOWN: 404,
    PLUGIN_NOT_REMOVABLE: 409,
    PLUGIN_DEPENDANTS: 409,
    PLUGIN_FAILED: 409,
  },
})

export const readPluginConfig = defineEndpoint({
  method: 'GET',
  path: '/api/plugin-manager/plugins/:id/config',
  summary: 'A plugin with the schema and values of its configuration; secrets without value',
  access: list,
  params,
  reply: z.object({
    plugin: pluginView,
    schema: values.nullable(),
    values,
    /** Changes with the values; a write names the one that it began with. */
    version: z.string(),
    /** By the tag of a language: the messages `config` of an added plugin, whose other messages the page may not have. */
    messages: z.record(z.string(), values),
    /** Names of the secrets that hold something. */
    secretsSet: texts,
  }),
  fails: { PLUGIN_UNKNOWN: 404, PLUGIN_FAILED: 409 },
})

export const configurePlugin = defineEndpoint({
  method: 'PUT',
  path: '/api/plugin-manager/plugins/:id/config',
  summary: 'Replace the configuration of a plugin; an empty secret keeps what is stored',
  access: edit,
  params,
  body: z.strictObject({ values, version: z.string().max(100) }),
  reply: z.object({ version: z.string() }),
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    PLUGIN_NEEDS_ROOT: 403,
    PLUGIN_UNKNOWN: 404,
    PLUGIN_FAILED: 409,
    STALE_EDIT: 409,
  },
})
