import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ApplyUses } from './apply.ts'
import { ConfigError, isReference, resolveFor, type ConfigDocument } from './document.ts'
import { planRows } from './plan-rows.ts'
import { storedForms } from './stored-form.ts'
import { secretOf, type ConfigState, type PluginState, type StateUses } from './state.ts'

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('setting'), key: z.string(), to: z.unknown() }),
  z.strictObject({
    kind: z.literal('row'),
    section: z.string(),
    /** Null for a new row. */
    id: z.string().nullable(),
    values: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ kind: z.literal('plugin'), id: z.string(), enabled: z.boolean() }),
  z.strictObject({
    kind: z.literal('plugin-settings'),
    id: z.string(),
    values: z.record(z.string(), z.unknown()),
  }),
])
export type ConfigChange = z.output<typeof change>

/** The file between `config plan` and `config apply`. References stay references: no secret is in it. */
export const configPlan = z.strictObject({
  version: z.literal(1),
  state: z.string(),
  changes: z.array(change),
})
export type ConfigPlan = z.output<typeof configPlan>

export interface PlannedLine {
  readonly change: ConfigChange
  /** The line of the diff, without secrets. */
  readonly text: string
}

type Env = Readonly<Record<string, string | undefined>>

const show = (value: unknown) => JSON.stringify(value)

/** The values of the file by setting, as they are before their schemas have seen them. */
function wantedValues(state: ConfigState, wanted: ConfigDocument, env: Env) {
  const entries = Object.entries(wanted.settings).map(([key, to]): [string, unknown] => {
    const setting = state.settings.get(key)
    if (!setting) throw new ConfigError(`There is no setting ${key}. A file of config export names them all.`)
    const isSecret = setting.audience === 'secret'
    if (isSecret && !isReference(to))
      throw new ConfigError(
        `${key} is a secret: name it as \${env:NAME} or \${file:/path}, not by its value.`,
      )
    return [key, resolveFor(setting.schema, to, env)]
  })
  return Object.fromEntries(entries)
}

async function planSettings(
  uses: ApplyUses,
  state: ConfigState,
  wanted: ConfigDocument,
  env: Env,
): Promise<readonly PlannedLine[]> {
  const forms = await storedForms(uses, wantedValues(state, wanted, env))
  return Object.entries(wanted.settings).flatMap(([key, to]): PlannedLine[] => {
    const setting = state.settings.get(key)
    if (!setting) return []
    const value = forms.get(key)
    const planned = { kind: 'setting', key, to } as const
    if (setting.audience === 'secret')
      return value === secretOf(uses, setting)
        ? []
        : [{ change: planned, text: `~ ${key}: secret from ${String(to)}` }]
    if (isDeepStrictEqual(value, setting.value)) return []
    return [{ change: planned, text: `~ ${key}: ${show(setting.value)} -> ${show(value)}` }]
  })
}

/** The settings of a plugin that differ; a secret is compared, and named by its reference alone. */
async function planPluginSettings(
  { plugins }: StateUses,
  { row: { id }, values, properties, secretNames }: PluginState,
  wanted: Readonly<Record<string, unknown>>,
  env: Env,
): Promise<PlannedLine[]> {
  if (values === null) throw new ConfigError(`${id} has no settings.`)
  const changed: [name: string, to: unknown, shown: string][] = []
  for (const [name, to] of Object.entries(wanted)) {
    const value = resolveFor(properties[name], to, env)
    if (!secretNames.includes(name)) {
      if (!isDeepStrictEqual(value, values[name])) changed.push([name, to, show(value)])
      continue
    }
    if (!isReference(to))
      throw new ConfigError(
        `${id}: ${name} is a secret: name it as \${env:NAME} or \${file:/path}, not by its value.`,
      )
    if (!(await plugins.holdsSecret(id, name, String(value)))) changed.push([name, to, `secret from ${to}`])
  }
  if (changed.length === 0) return []
  const to = Object.fromEntries(changed.map(([name, value]) => [name, value]))
  const text = changed.map(([name, , shown]) => `${name} = ${shown}`).join(', ')
  return [{ change: { kind: 'plugin-settings', id, values: to }, text: `~ plugin ${id}: ${text}` }]
}

async function planPlugins(uses: StateUses, state: ConfigState, wanted: ConfigDocument, env: Env) {
  const lines: PlannedLine[] = []
  for (const [id, { enabled, settings }] of Object.entries(wanted.plugins)) {
    const plugin = state.plugins.get(id)
    if (!plugin) throw new ConfigError(`There is no plugin ${id}.`)
    if (enabled !== undefined && enabled !== plugin.row.enabled) {
      if (!plugin.row.removable) throw new ConfigError(`${id} cannot be switched off.`)
      lines.push({ change: { kind: 'plugin', id, enabled }, text: `${enabled ? '+' : '-'} plugin ${id}` })
    }
    if (settings) lines.push(...(await planPluginSettings(uses, plugin, settings, env)))
  }
  return lines
}

/** The changes that lead from the state to a document, in the order in which they are made. */
export const planChanges = async (
  uses: ApplyUses,
  state: ConfigState,
  wanted: ConfigDocument,
  env: Env,
): Promise<readonly PlannedLine[]> => [
  ...(await planSettings(uses, state, wanted, env)),
  ...(await planRows(state, wanted)),
  ...(await planPlugins(uses, state, wanted, env)),
]
