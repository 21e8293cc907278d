import { describe, expect, it } from 'vitest'
import { findBrokenRows } from './rule-table.ts'
import { readSourceTree, repositoryRoot, sampleTree } from './source-tree.ts'
import {
  findBorrowedPrefixes,
  findDoubledRules,
  findUnknownCitations,
  findUnprovenRules,
  readRules,
} from './traceability.ts'

const tree = readSourceTree(repositoryRoot)

const rules = `| id | rule | state |
| --- | --- | --- |
| SES1 | first | done |
| SES2 | second | open |`

const withTest = (code: string, more: Record<string, string> = {}) =>
  sampleTree({ 'tests/SPEC.md': rules, 'builtin/coins/server/a.test.ts': code, ...more })

describe('the table of rules', () => {
  it('is whole', () => {
    expect(readRules(tree).length).toBeGreaterThan(250)
    expect(findBrokenRows(tree.get('tests/SPEC.md') ?? '')).toEqual([])
  })

  it('is refused with a doubled id, a gap, another state or a row that cannot be read', () => {
    const broken = `${rules}\n| SES2 | again | open |\n| NAV2 | gap | open |\n| NAV2 | odd | later |\n| nav3 | low | open |`
    expect(findBrokenRows(broken)).toEqual([
      '6 rows, but 5 readable rules',
      'SES2: stands where SES3 belongs',
      'NAV2: stands where NAV1 belongs',
      `NAV2: has the state 'later'`,
    ])
  })
})

describe('every rule that is done', () => {
  it('is cited by a test', () => {
    expect(findUnprovenRules(tree)).toEqual([])
  })

  it.each([
    `it('proves nothing', run)`,
    `// [SES1]`,
    `it.skip('[SES1] later', run)`,
    `it.todo('[SES1] later')`,
    `describe.skip('later', () => { it('[SES1] first', run) })`,
    `it('SES1 without brackets', run)`,
    `const rules = { '/a': '[SES1]' }; it('stands in a table', () => expect(rules).toBeDefined())`,
    `it('steps', () => test.step('[SES1] first', run))`,
    `it.each([['first', '[SES1]']])('%s', run)`,
    `it.each(rules)('[$cites] unknown table', run)`,
  ])('is not proven by: %s', (code) => {
    expect(findUnprovenRules(withTest(code))).toEqual(['SES1 is done, but no test cites it: first'])
  })

  it.each([
    `it('[SES1] first', run)`,
    'it(`[SES2, SES1] ${both}`, run)',
    `it.each([['[SES1]', 1]])('%s', run)`,
    `const rows = [{ cites: 'SES1' }] as const; it.each(rows)('[$cites] first', run)`,
    `import { rows } from '../rows.ts'; it.each(rows)('[$cites] first', run)`,
  ])('is proven by: %s', (code) => {
    const rows = `export const rows: readonly Row[] = [{ cites: 'SES2, SES1' }]`
    expect(findUnprovenRules(withTest(code, { 'builtin/coins/rows.ts': rows }))).toEqual([])
  })
})

describe('every cited id', () => {
  it('belongs to a rule', () => {
    expect(findUnknownCitations(tree)).toEqual([])
  })

  it('is refused when neither the table nor a README that may define it has it', () => {
    const code = `it('[SES9] [COI1] [COI2] [KER1] [TIC1]', run)`
    const sample = withTest(code, {
      'builtin/coins/README.md': '| COI1 | gifts are whole coins |',
      'builtin/tickets/README.md': '| TIC1 | closed tickets stay closed |',
      'kernel/server/README.md': '- KER1: one process',
    })
    expect(findUnknownCitations(sample)).toEqual([
      'builtin/coins/server/a.test.ts: cites [SES9], which no rule carries',
      'builtin/coins/server/a.test.ts: cites [COI2], which no rule carries',
      'builtin/coins/server/a.test.ts: cites [TIC1], which no rule carries',
    ])
  })
})

describe('the prefixes of the specification', () => {
  it('are not borrowed by a README', () => {
    expect(findBorrowedPrefixes(tree)).toEqual([])
  })

  it.each(['| SES1 | my own first | done |', '- **SES1** my own first', '- SES1: my own first'])(
    'are found borrowed in: %s',
    (line) => {
      expect(findBorrowedPrefixes(withTest('', { 'builtin/coins/README.md': line }))).toHaveLength(1)
    },
  )
})

describe('the rules of a README', () => {
  it('have an id of their own each', () => {
    expect(findDoubledRules(tree)).toEqual([])
  })

  it.each([
    '| TIC1 | closed | |\n| TIC2 | paid | |\n| TIC1 | open | |',
    '- **TIC1** closed\n- **TIC1** open',
  ])('are refused with one id for two: %s', (readme) => {
    expect(findDoubledRules(sampleTree({ 'builtin/tickets/README.md': readme }))).toEqual([
      'builtin/tickets/README.md: defines TIC1 twice',
    ])
  })
})
