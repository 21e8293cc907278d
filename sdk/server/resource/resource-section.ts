import { resourceSchemas } from '@spawnpoint/sdk/common'
import {
  fieldsOf,
  isWritable,
  type FieldsOf,
  type Resource,
  type ResourceService,
} from '@spawnpoint/sdk/resource'
import type { ConfigurationRow, ConfigurationSection } from '../configuration-sections.ts'

type Values = Readonly<Record<string, unknown>>

/** Rows that a field names: the file has their name where the table has their id. @example const category: ReferenceOf = { section: 'egg-categories', choices: async () => [{ value: '0190…', label: 'Minecraft' }] } */
export interface ReferenceOf {
  /** The section that creates such rows, if any. */
  readonly section?: string
  choices(): Promise<readonly { readonly value: unknown; readonly label: string }[]>
}

/** How the rows of a resource stand in the configuration file. @example const options: ResourceSectionOptions = { identity: ['realName'] } */
export interface ResourceSectionOptions {
  /** Fields that tell rows apart; the resource's title if left out. */
  readonly identity?: readonly string[]
  readonly references?: Readonly<Record<string, ReferenceOf>>
  /** Adds what the rows have beside their fields. */
  extend?(section: ConfigurationSection): ConfigurationSection
}

const itself = (section: ConfigurationSection) => section

// Passes every check of an id: the row that it stands for is created before the one that names it.
const NOT_YET = '00000000-0000-4000-8000-000000000000'

type References = Readonly<Record<string, ReferenceOf>>
type Choices = ReadonlyMap<string, readonly { readonly value: unknown; readonly label: string }[]>

const readChoices = async (references: References): Promise<Choices> =>
  new Map(
    await Promise.all(
      Object.entries(references).map(async ([field, { choices }]) => [field, await choices()] as const),
    ),
  )

/** Ids become names. A name that is gone is left out, and with it the field. */
const nameRow = (row: Values, names: readonly string[], known: Choices): Values =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name]
      if (value === null || value === undefined) return []
      const choices = known.get(name)
      if (!choices) return [[name, value]]
      const found = choices.find((choice) => choice.value === value)
      return found ? [[name, found.label]] : []
    }),
  )

/** Texts as they are stored, trimmed. Names in place of ids are looked up later. */
const normalizeBy = (resource: Resource, references: References) => {
  const { changes } = resourceSchemas<Resource>(resource)
  const asStored = (name: string, value: unknown): unknown => {
    if (references[name]) return value
    const read = changes.safeParse({ [name]: value, version: 1 })
    return read.success ? new Map(Object.entries(read.data)).get(name) : value
  }
  return (values: Values): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asStored(name, value)]))
}

/** The rows of a resource as a section of the configuration file: the fields that staff write, with names in place of ids. */
export function resourceSection(
  resource: Resource,
  rows: ResourceService<FieldsOf<Resource>>,
  { identity = [resource.title], references = {}, extend = itself }: ResourceSectionOptions,
): ConfigurationSection {
  const written = fieldsOf(resource, isWritable)
  const names = written.map(([name]) => name)
  const initial = Object.fromEntries(
    written.flatMap(([name, spec]) => (spec.initial === undefined ? [] : [[name, spec.initial]])),
  )
  const { body } = resourceSchemas<Resource>(resource)
  const resolve = (
    values: Values,
    known: Choices,
    unknown: (field: string, name: unknown) => unknown,
  ): Values =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        const choices = value === null ? undefined : known.get(field)
        if (!choices) return [field, value]
        return [field, choices.find(({ label }) => label === value)?.value ?? unknown(field, value)]
      }),
    )
  const wholeOf = (values: Values, current: ConfigurationRow | null): Values => ({
    ...(current ? current.values : initial),
    ...values,
  })
  return extend({
    name: resource.id,
    identity,
    after: Object.values(references).flatMap(({ section }) => section ?? []),
    async read() {
      const known = await readChoices(references)
      return (await rows.list()).map((row) => ({ id: row.id, values: nameRow({ ...row }, names, known) }))
    },
    normalize: normalizeBy(resource, references),
    async check(values, current, coming) {
      const problems: string[] = []
      const whole = resolve(wholeOf(values, current), await readChoices(references), (field, name) => {
        const section = references[field]?.section
        const isComing = section !== undefined && coming.get(section)?.has(String(name)) === true
        if (!isComing) problems.push(`${field}: there is no ${String(name)}`)
        return NOT_YET
      })
      const read = body.safeParse(whole)
      if (read.success) return problems
      return [...problems, ...read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)]
    },
    async write(values, current) {
      const wanted = current ? values : wholeOf(values, null)
      const resolved = resolve(wanted, await readChoices(references), () => NOT_YET)
      return (await rows.save(current?.id ?? null, resolved)).id
    },
  })
}
