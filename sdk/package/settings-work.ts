import { isRecord } from '../common/is-record.ts'

/** The largest schema of settings, in rules, with each `$ref` counted as what it stands for. */
const MOST_RULES = 2_000
/** Rules times parts of a value that are looked at; a tenth of a second's work. */
const MOST_STEPS = 2_000_000

/** The schema that a `$ref` within the document stands for. */
const resolve = (root: unknown, ref: string): unknown =>
  ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .reduce<unknown>(
      (found, part) => (isRecord(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : null),
      root,
    )

/**
 * Counts the rules that a value may have to pass: each `$ref` as many as its target has, so that a few lines which refer to
 * one another twice count as the millions they become. Infinite for a schema that refers to itself.
 */
export function countRules(root: unknown): number {
  const known = new Map<string, number>()
  const count = (schema: unknown, open: readonly string[]): number => {
    if (Array.isArray(schema)) return schema.reduce<number>((sum, each) => sum + count(each, open), 0)
    if (!isRecord(schema)) return 0
    return Object.entries(schema).reduce((sum, [key, value]) => {
      if (key === '$defs' || key === 'definitions') return sum
      return sum + (key === '$ref' && typeof value === 'string' ? target(value, open) : count(value, open))
    }, 1)
  }
  const target = (ref: string, open: readonly string[]): number => {
    if (open.includes(ref)) return Infinity
    const rules = known.get(ref) ?? count(resolve(root, ref), [...open, ref])
    known.set(ref, rules)
    return rules
  }
  return count(root, ['#'])
}

const countParts = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + countParts(each), 1)
    : 1

/** True for a schema that would take too long to ask, whatever the value. */
export const isTooLarge = (schema: unknown): boolean => countRules(schema) > MOST_RULES

/** True for a value that would take too long to check. */
export const takesTooLong = (rules: number, value: unknown): boolean => rules * countParts(value) > MOST_STEPS
