import { expect, it } from 'vitest'
import { mutants } from '../mutants/mutants.ts'
import { findUndefended, findUnfit, findUnnoticed } from '../mutants/select-mutants.ts'
import { readSourceTree, repositoryRoot } from './source-tree.ts'

it('every rule that is done has a mutant', () => {
  expect(findUndefended(mutants, readSourceTree(repositoryRoot), [])).toEqual([])
})

it('a rule without a mutant is reported, of a table or a list, unless it is open', () => {
  const tree = new Map([
    [
      'tests/SPEC.md',
      '| id | rule | state |\n| --- | --- | --- |\n| SES1 | first | done |\n| SES2 | second | open |',
    ],
    ['builtin/coins/README.md', 'See SES2.\n\n- **COI1** gifts are whole coins\n- **COI2** they arrive'],
  ])
  const mutant = { rule: 'COI2', file: 'a.ts', find: '', replace: '' }
  expect(findUndefended([mutant], tree, [])).toEqual([
    'tests/SPEC.md: no mutant breaks SES1',
    'builtin/coins/README.md: no mutant breaks COI1',
  ])
})

it('the text that each mutant replaces occurs once in its file', () => {
  expect(findUnfit(mutants, readSourceTree(repositoryRoot))).toEqual([])
})

it('the test file that a mutant names cites its rule', () => {
  expect(findUnnoticed(mutants, readSourceTree(repositoryRoot))).toEqual([])
})

it('a test file that cites another rule is reported', () => {
  const tree = new Map([['kernel/a.test.ts', `it('[SES1] first', run)`]])
  const unnoticed = (rule: string) =>
    findUnnoticed([{ rule, file: 'a.ts', find: '', replace: '', noticedBy: 'kernel/a.test.ts' }], tree)
  expect(unnoticed('SES1')).toEqual([])
  expect(unnoticed('SES2')).toEqual(['SES2: kernel/a.test.ts does not cite it'])
})

it('a text that a file lacks or has twice is reported', () => {
  const tree = new Map([['a.ts', 'one two two']])
  const unfit = (find: string, file = 'a.ts') => findUnfit([{ rule: 'SES1', file, find, replace: '' }], tree)
  expect(unfit('one')).toEqual([])
  expect(unfit('two')).toEqual(['SES1: "two" occurs 2 times in a.ts'])
  expect(unfit('three')).toEqual(['SES1: "three" occurs 0 times in a.ts'])
  expect(unfit('one', 'gone.ts')).toEqual(['SES1: "one" occurs 0 times in gone.ts'])
})
