import type { Live, SettingDeclarations } from '@spawnpoint/sdk/common'
import type {
  ConfigurationRow,
  ConfigurationSection,
  DescribedSetting,
  PluginRow,
  PluginsService,
  SecretsService,
  SettingsService,
} from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import { z } from 'zod'

export interface StateUses {
  /** Sections that plugins offer. */
  readonly sections: Live<readonly ConfigurationSection[]>
  readonly settings: SettingsService
  readonly plugins: PluginsService
  readonly secrets: SecretsService
}

export interface PluginState {
  readonly row: PluginRow
  /** Without secrets; null where it has no settings. */
  readonly values: Readonly<Record<string, unknown>> | null
  /** Their JSON Schemas by name. */
  readonly properties: Readonly<Record<string, unknown>>
  readonly secretNames: readonly string[]
  /** Secrets that are stored. */
  readonly secretsSet: readonly string[]
  readonly version: string
}

export interface SectionState {
  readonly section: ConfigurationSection
  readonly rows: readonly ConfigurationRow[]
}

/** The configuration of the instance as it is. */
export interface ConfigState {
  readonly settings: ReadonlyMap<string, DescribedSetting>
  readonly plugins: ReadonlyMap<string, PluginState>
  /** By name, each after those whose rows it refers to. */
  readonly sections: ReadonlyMap<string, SectionState>
  /** Stands for all of it, secrets included. */
  readonly hash: string
}

export const secretOf = ({ settings }: Pick<StateUses, 'settings'>, { key }: DescribedSetting): unknown => {
  const declarations = {
    [key]: { schema: z.unknown(), default: null, audience: 'secret', group: 'general' },
  } satisfies SettingDeclarations
  return settings.read(declarations)[key]
}

function propertiesOf(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const properties: unknown = schema['properties']
  return properties instanceof Object ? { ...properties } : {}
}

function secretNamesOf(properties: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(properties).flatMap(([name, property]: [string, unknown]) =>
    property instanceof Object && 'x-secret' in property && property['x-secret'] === true ? [name] : [],
  )
}

async function readPlugin({ plugins }: StateUses, row: PluginRow): Promise<PluginState> {
  if (!row.settings)
    return { row, values: null, properties: {}, secretNames: [], secretsSet: [], version: '' }
  const properties = propertiesOf(row.settings)
  const secretNames = secretNamesOf(properties)
  const { values, version } = await plugins.readConfig(row.id)
  const shown = Object.entries(values).filter(([name]) => !secretNames.includes(name))
  const secretsSet = Object.keys(values).filter((name) => secretNames.includes(name))
  return { row, values: Object.fromEntries(shown), properties, secretNames, secretsSet, version }
}

/** Each section after those whose rows it refers to; a circle of them is in no order that helps. */
function inOrder(sections: readonly ConfigurationSection[]): readonly ConfigurationSection[] {
  const seen = new Set<string>()
  const ordered: ConfigurationSection[] = []
  const place = (section: ConfigurationSection): void => {
    if (seen.has(section.name)) return
    seen.add(section.name)
    for (const before of sections.filter(({ name }) => section.after.includes(name))) place(before)
    ordered.push(section)
  }
  for (const section of sections) place(section)
  return ordered
}

const readSections = async ({ sections }: StateUses): Promise<ReadonlyMap<string, SectionState>> =>
  new Map(
    await Promise.all(
      inOrder(sections.get() ?? []).map(
        async (section) => [section.name, { section, rows: await section.read() }] as const,
      ),
    ),
  )

/** Reads all that a configuration may name. A secret is in the hash by its signature alone. */
export async function readState(uses: StateUses): Promise<ConfigState> {
  const settings = new Map(uses.settings.describe().map((each) => [each.key, each]))
  const rows = await uses.plugins.list()
  const read = await Promise.all(rows.map((row) => readPlugin(uses, row)))
  const plugins = new Map(read.map((each) => [each.row.id, each]))
  const sections = await readSections(uses)
  const facts = [
    ...[...sections].map(([name, { rows: found }]) => [name, found]),
    ...[...settings.values()].map((each) => [
      each.key,
      each.audience === 'secret'
        ? uses.secrets.sign('config-state', JSON.stringify(secretOf(uses, each)))
        : each.value,
    ]),
    ...read.map(({ row, version, values }) => [row.id, row.enabled, version, values]),
  ]
  const lines = facts.map((fact) => JSON.stringify(fact)).toSorted()
  return { settings, plugins, sections, hash: createHash('sha256').update(lines.join('\n')).digest('hex') }
}
