import { parse } from 'yaml'

export interface LocaleMessages {
  /** Every message by its dotted key; the forms of one plural share the key without their ending. */
  readonly byKey: ReadonlyMap<string, readonly string[]>
  /** Plural key → the categories that are there. */
  readonly plurals: ReadonlyMap<string, ReadonlySet<string>>
  readonly roots: readonly string[]
}

const pluralEnding = /_(zero|one|two|few|many|other)$/

const flatten = (value: unknown, key: string): [string, string][] => {
  if (!(value instanceof Object)) return [[key, typeof value === 'string' ? value : '']]
  return Object.entries(value).flatMap(([name, inner]) =>
    flatten(inner, key === '' ? name : `${key}.${name}`),
  )
}

export const readMessages = (yaml: string): LocaleMessages => {
  const content: unknown = parse(yaml) ?? {}
  const flat = content instanceof Object ? flatten(content, '') : []
  const keys = new Set(flat.map(([key]) => key))
  const byKey = new Map<string, string[]>()
  const plurals = new Map<string, Set<string>>()
  for (const [key, message] of flat) {
    const base = key.replace(pluralEnding, '')
    const category = keys.has(`${base}_other`) ? pluralEnding.exec(key)?.[1] : undefined
    const name = category === undefined ? key : base
    byKey.set(name, [...(byKey.get(name) ?? []), message])
    if (category !== undefined) plurals.set(base, (plurals.get(base) ?? new Set()).add(category))
  }
  return { byKey, plurals, roots: content instanceof Object ? Object.keys(content) : [] }
}

/** Placeholders that a translation must keep: `{{name}}`, `{port}`, `$t(key)` and `<tag>`. */
export const placeholdersOf = (messages: readonly string[]): string => {
  const found = messages.flatMap((message) => [
    ...[...message.matchAll(/\{\{?-?\s*([\w.]+)[^{}]*\}?\}/g)].map(([, name]) => `{${name}}`),
    ...[...message.matchAll(/\$t\(([^),]+)/g)].map(([, key]) => `$t(${key})`),
    ...[...message.matchAll(/<\/?([\w-]+)\s*\/?>/g)].map(([, tag]) => `<${tag}>`),
  ])
  return [...new Set(found)].sort().join(' ')
}
