import { expect, it } from 'vitest'
import { hasHiddenMarks, readsAs } from './look-alike.ts'

it.each([
  ['another case', 'LOG OUT'],
  ['spaces around and within', '  Log   out '],
  ['signs around it', '» Log-out «'],
  ['Cyrillic letters', 'Lоg оut'],
  ['Greek letters', 'Lοg οut'],
  ['digits for letters', 'L0g 0ut'],
  ['a capital I for an l', 'Iog out'],
  ['full-width letters', 'Ｌｏｇ ｏｕｔ'],
  ['accents', 'Lóg oût'],
  ['a character that is not seen', 'Log\u200b out'],
  ['reversed order', '\u202eLog out'],
])('reads %s as the same label', (_, text) => {
  expect(readsAs(text)).toBe(readsAs('Log out'))
})

it('tells other labels apart, of other scripts too', () => {
  expect(readsAs('Log')).not.toBe(readsAs('Log out'))
  expect(readsAs('控制台')).not.toBe(readsAs('控制'))
  expect(readsAs('…')).toBe('')
})

it.each(['\u202e', '\u2066', '\u0000', '\u0007', '\u0085', '\u007f'])('finds the mark %j', (mark) => {
  expect(hasHiddenMarks(`Log${mark}out`)).toBe(true)
})

it('takes lines, tabs, accents, emoji and no-break spaces', () => {
  expect(hasHiddenMarks('Première ligne\n\tDeuxième\u00a0! 👩‍🚀')).toBe(false)
})
