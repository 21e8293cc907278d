import { describe, expect, it } from 'vitest'
import { findSettingsProblems, settingsSchema } from './settings-schema.ts'

const object = (properties: Record<string, unknown>) => ({ type: 'object', properties })

describe('patterns of a settings schema', () => {
  it.each([
    [
      'a back-reference',
      object({ a: { type: 'string', pattern: '(a)\\1' } }),
      'settings.properties.a.pattern',
    ],
    ['look-around', object({ a: { type: 'string', pattern: '(?=a)' } }), 'settings.properties.a.pattern'],
    ['no pattern at all', object({ a: { type: 'string', pattern: '(' } }), 'settings.properties.a.pattern'],
    [
      'a huge one',
      object({ a: { type: 'string', pattern: 'a'.repeat(501) } }),
      'settings.properties.a.pattern',
    ],
    [
      'a huge machine',
      object({ a: { type: 'string', pattern: '((a{1000}){1000}){1000}' } }),
      'settings.properties.a.pattern',
    ],
    ['names', { ...object({}), patternProperties: { '^(a+)+$': {} } }, 'settings.patternProperties'],
    [
      'a place that is not looked at',
      object({ a: { anyOf: [{ type: 'string', pattern: 'a' }] } }),
      'settings.properties.a.anyOf',
    ],
  ])('[ISO13] refuses %s', (_what, schema, place) => {
    expect(findSettingsProblems(schema)).toEqual({ [place]: 'E_SETTINGS_PATTERN' })
  })

  it('[ISO13] accepts patterns at properties and items, and words that only look like one', () => {
    const schema = object({
      code: { type: 'string', pattern: '^[A-Z]{2}$', default: 'DE' },
      list: { type: 'array', items: { type: 'string', pattern: '^#' } },
      pattern: { type: 'string', enum: ['pattern', 'plain'], default: 'pattern' },
    })
    expect(findSettingsProblems(schema)).toEqual({})
    const parsed = settingsSchema(schema)
    expect(parsed.safeParse({ code: 'FR', list: ['#a'], pattern: 'plain' }).success).toBe(true)
    const issues = parsed.safeParse({ code: 'fr', list: ['#a', 'b'] }).error?.issues
    expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['code', 'invalid_format'],
      ['list.1', 'invalid_format'],
    ])
  })

  it('[ISO13] asks a pattern that a backtracking engine never answers', () => {
    const parsed = settingsSchema(object({ text: { type: 'string', pattern: '^(a+)+$' } }))
    expect(parsed.safeParse({ text: `${'a'.repeat(5_000)}!` }).success).toBe(false)
    expect(parsed.safeParse({ text: 'a'.repeat(5_000) }).success).toBe(true)
  })
})

/** Each definition refers twice to the one before: a few lines that become 2 ** levels rules. */
const doubling = (levels: number) => ({
  ...object({ a: { $ref: `#/$defs/d${levels}` } }),
  $defs: Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, level) => [
      `d${level}`,
      level === 0 ? { type: 'string' } : { anyOf: [0, 1].map(() => ({ $ref: `#/$defs/d${level - 1}` })) },
    ]),
  ),
})

describe('[ISO17] the work of checking settings', () => {
  it.each([
    ['definitions that double', doubling(40)],
    [
      'a definition that holds itself',
      { ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: { items: { $ref: '#/$defs/a' } } } },
    ],
    ['a schema that holds itself', object({ a: { $ref: '#' } })],
    ['more rules than anybody fills in', object({ a: { anyOf: Array.from({ length: 3_000 }, () => ({})) } })],
  ])('is bounded: %s', (_, schema) => {
    expect(findSettingsProblems(schema)).toEqual({ settings: 'E_SETTINGS_LARGE' })
  })

  it('allows definitions that are used here and there', () => {
    expect(findSettingsProblems(doubling(4))).toEqual({})
    expect(settingsSchema(doubling(4)).safeParse({ a: 'x' }).success).toBe(true)
  })

  it('refuses a value that would take too long, before it is looked at', () => {
    const options = Array.from({ length: 1_000 }, (_none, index) => ({ const: `option ${index}` }))
    const schema = settingsSchema(object({ a: { type: 'array', items: { anyOf: options } } }))
    const issues = schema.safeParse({ a: Array.from({ length: 10_000 }, () => 'no option') }).error?.issues
    expect(issues?.map(({ message }) => message)).toEqual(['too_big'])
    expect(schema.safeParse({ a: ['option 1', 'option 999'] }).success).toBe(true)
  })
})
