import { describe, expect, it } from 'vitest'
import { findPatternProblems, settingsSchema } from './settings-schema.ts'

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
    expect(findPatternProblems(schema)).toEqual({ [place]: 'E_SETTINGS_PATTERN' })
  })

  it('[ISO13] accepts patterns at properties and items, and words that only look like one', () => {
    const schema = object({
      code: { type: 'string', pattern: '^[A-Z]{2}$', default: 'DE' },
      list: { type: 'array', items: { type: 'string', pattern: '^#' } },
      pattern: { type: 'string', enum: ['pattern', 'plain'], default: 'pattern' },
    })
    expect(findPatternProblems(schema)).toEqual({})
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
