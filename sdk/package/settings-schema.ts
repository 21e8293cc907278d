import { RE2JS } from 're2js'
import { z } from 'zod'
import { countRules, isTooLarge, takesTooLong } from './settings-work.ts'

type Schema = Readonly<Record<string, unknown>>

// A third party's pattern meets values of any length: it is small, and so is the text that it is matched with.
const LONGEST_PATTERN = 500
const LONGEST_TEXT = 10_000

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entriesOf = (value: unknown): [string, unknown][] => (isSchema(value) ? Object.entries(value) : [])

/** Patterns are matched in linear time. RE2 has no back-references and no look-around, which cannot be. */
function compilePattern(pattern: unknown): RE2JS | null {
  if (typeof pattern !== 'string' || pattern.length > LONGEST_PATTERN) return null
  try {
    return RE2JS.compile(pattern)
  } catch {
    return null
  }
}

// Values, not schemas.
const DATA = new Set(['default', 'enum', 'const', 'examples'])

function hasPattern(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasPattern)
  return entriesOf(schema).some(([key, value]) => {
    if (key === 'pattern' || key === 'patternProperties') return true
    if (key === 'properties') return entriesOf(value).some(([, each]) => hasPattern(each))
    return !DATA.has(key) && hasPattern(value)
  })
}

/** Where `settings` has a pattern that cannot be matched safely. Only properties and items may have one. */
function findPatternProblems(settings: unknown, at = 'settings'): Record<string, string> {
  const problems = entriesOf(settings).flatMap(([key, value]): Record<string, string>[] => {
    const place = `${at}.${key}`
    if (key === 'properties')
      return entriesOf(value).map(([name, each]) => findPatternProblems(each, `${place}.${name}`))
    if (key === 'items') return [findPatternProblems(value, place)]
    const isFine =
      key === 'pattern' ? compilePattern(value) !== null : DATA.has(key) || !hasPattern({ [key]: value })
    return isFine ? [] : [{ [place]: 'E_SETTINGS_PATTERN' }]
  })
  return Object.assign({}, ...problems)
}

/** Problems of `settings` that would let a plugin hold up the server which checks its values. */
export const findSettingsProblems = (settings: unknown): Record<string, string> => ({
  ...findPatternProblems(settings),
  ...(isTooLarge(settings) ? { settings: 'E_SETTINGS_LARGE' } : {}),
})

/** The same schema for zod, whose own way with patterns is a RegExp of the third party's. */
function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns)
  if (!isSchema(schema)) return schema
  const { pattern: _pattern, patternProperties: _names, ...rest } = schema
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => {
      if (key !== 'properties') return [key, DATA.has(key) ? value : withoutPatterns(value)]
      return [key, Object.fromEntries(entriesOf(value).map(([name, each]) => [name, withoutPatterns(each)]))]
    }),
  )
}

interface Rule {
  readonly own: RE2JS | null
  readonly properties: readonly (readonly [string, Rule])[]
  readonly items: Rule | null
}

function ruleOf(schema: unknown): Rule {
  const { pattern, properties, items } = isSchema(schema) ? schema : {}
  return {
    own: pattern === undefined ? null : compilePattern(pattern),
    properties: entriesOf(properties).map(([name, each]) => [name, ruleOf(each)] as const),
    items: items === undefined ? null : ruleOf(items),
  }
}

function findMismatches(
  { own, properties, items }: Rule,
  value: unknown,
  path: PropertyKey[],
): PropertyKey[][] {
  if (typeof value === 'string')
    return own && (value.length > LONGEST_TEXT || !own.matcher(value).find()) ? [path] : []
  if (Array.isArray(value))
    return items ? value.flatMap((each, index) => findMismatches(items, each, [...path, index])) : []
  if (!isSchema(value)) return []
  return properties.flatMap(([name, rule]) =>
    Object.hasOwn(value, name) ? findMismatches(rule, value[name], [...path, name]) : [],
  )
}

/** A plugin's JSON Schema of its settings, as something that parses values. */
export function settingsSchema(schema: Schema): z.ZodType {
  const rule = ruleOf(schema)
  const rules = countRules(schema)
  // The manifest's schema was checked to be JSON Schema when it was read.
  const plain = z.fromJSONSchema(withoutPatterns(schema) as Parameters<typeof z.fromJSONSchema>[0])
  const bounded = z.unknown().check((context) => {
    if (takesTooLong(rules, context.value))
      context.issues.push({ code: 'custom', path: [], input: context.value, message: 'too_big' })
  })
  return bounded.pipe(
    plain.check((context) => {
      for (const path of findMismatches(rule, context.value, []))
        context.issues.push({ code: 'custom', path, input: context.value, message: 'invalid_format' })
    }),
  )
}
