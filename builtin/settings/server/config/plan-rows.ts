import type { ConfigurationRow, ConfigurationSection } from '@spawnpoint/sdk/server'
import { isDeepStrictEqual } from 'node:util'
import { ConfigError, type ConfigDocument } from './document.ts'
import type { PlannedLine } from './plan.ts'
import type { ConfigState, SectionState } from './state.ts'

type Values = Readonly<Record<string, unknown>>

const show = (value: unknown) => JSON.stringify(value)

const identityOf = ({ identity }: ConfigurationSection, values: Values): string =>
  identity.map((field) => String(values[field] ?? '')).join(' / ')

/** The row that the file means. Of several with one name the first of the file means the first of the table. */
function matchRows({ section, rows }: SectionState, wanted: readonly Values[]) {
  const left = new Map<string, ConfigurationRow[]>()
  for (const row of rows) {
    const name = identityOf(section, row.values)
    left.set(name, [...(left.get(name) ?? []), row])
  }
  return wanted.map((values) => {
    const name = identityOf(section, values)
    const missing = section.identity.find((field) => values[field] === undefined)
    if (missing !== undefined) throw new ConfigError(`${section.name}: a row has no ${missing}.`)
    return { name, values, current: left.get(name)?.shift() ?? null }
  })
}

const isEmpty = (value: unknown) => value === null || value === undefined

const differs = (is: unknown, wanted: unknown) =>
  isEmpty(is) || isEmpty(wanted) ? isEmpty(is) !== isEmpty(wanted) : !isDeepStrictEqual(is, wanted)

function lineOf(label: string, values: Values, current: ConfigurationRow | null): string | null {
  if (!current) return `+ ${label}`
  const fields = Object.keys(values).filter((field) => differs(current.values[field], values[field]))
  if (fields.length === 0) return null
  return `~ ${label}: ${fields
    .map((field) => `${field} ${show(current.values[field] ?? null)} -> ${show(values[field])}`)
    .join(', ')}`
}

/** The rows of the file that are new or different. Rows that it leaves out stay. */
export async function planRows(state: ConfigState, wanted: ConfigDocument): Promise<readonly PlannedLine[]> {
  const unknown = Object.keys(wanted.resources).find((name) => !state.sections.has(name))
  if (unknown !== undefined)
    throw new ConfigError(`There is no section ${unknown}: its plugin may be switched off.`)
  const lines: PlannedLine[] = []
  // Names of new rows, for the sections that refer to them.
  const coming = new Map<string, ReadonlySet<string>>()
  for (const [name, found] of state.sections) {
    const { section } = found
    const matched = matchRows(
      found,
      (wanted.resources[name] ?? []).map((values) => section.normalize?.(values) ?? values),
    )
    for (const { name: row, values, current } of matched) {
      const label = `${name} "${row}"`
      const text = lineOf(label, values, current)
      if (text === null) continue
      const problems = await section.check(values, current, coming)
      if (problems.length > 0) throw new ConfigError(`${label}: ${problems.join('; ')}.`)
      lines.push({ change: { kind: 'row', section: name, id: current?.id ?? null, values }, text })
    }
    coming.set(
      name,
      new Set(
        matched.flatMap(({ current, values }) =>
          current ? [] : [String(values[section.identity.at(-1) ?? ''])],
        ),
      ),
    )
  }
  return lines
}
