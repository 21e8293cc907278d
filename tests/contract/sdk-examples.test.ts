import { expect, it } from 'vitest'
import { repositoryRoot } from '../architecture/source-tree.ts'
import { compileExamples } from './compile-examples.ts'
import { moduleOf } from './example-module.ts'
import { readExampleScope } from './example-scope.ts'
import { readGuideFiles } from './guide-files.ts'
import { readExamples, type SdkExample } from './sdk-examples.ts'
import { readSdkExports } from './sdk-exports.ts'

const exported = readSdkExports(repositoryRoot)
const { examples, missing } = readExamples(repositoryRoot, exported)

const placeOf = ({ file, line, symbol }: SdkExample) => `${file}:${line} ${symbol}`

/** Compiled with the others, so that a run which finds nothing shows that it looked. */
const wrong: SdkExample = { file: 'sdk/ui/tone.ts', line: 0, symbol: 'Tone', kind: 'type', text: "'purple'" }

it('every symbol that the SDK exports is documented with an example', () => {
  expect(examples.length).toBeGreaterThan(300)
  expect(missing).toEqual([])
})

it('the example of a value names it', () => {
  const elsewhere = examples.filter(
    ({ kind, symbol, text }) => kind === 'value' && !new RegExp(`\\b${symbol}\\b`).test(text),
  )
  expect(elsewhere.map(placeOf)).toEqual([])
})

it('the examples of the SDK and the code of its guide compile', () => {
  const scope = readExampleScope(repositoryRoot)
  const guide = readGuideFiles(repositoryRoot)
  expect(guide.length).toBeGreaterThan(3)
  const modules = [...examples, wrong].map((example, index) => ({
    path: `${index}-${example.symbol}.tsx`,
    text: moduleOf(example, exported, scope),
    place: placeOf(example),
  }))
  expect(compileExamples(repositoryRoot, [...modules, ...guide])).toEqual([
    `sdk/ui/tone.ts:0 Tone: Type '"purple"' is not assignable to type 'Tone'.`,
  ])
})
