import { expect, it } from 'vitest'
import { closeSelects } from './closed-selects.ts'

it('leaves the chosen option of a list, else its first', () => {
  const chosen =
    '<p><select id="a" class="x"><option value="EN">English</option><option value="MD" selected="">简体中文</option></select></p>'
  expect(closeSelects(chosen)).toBe(
    '<p><select id="a" class="x"><option value="MD" selected="">简体中文</option></select></p>',
  )
  expect(closeSelects('<select><option>1</option><option>2</option></select>')).toBe(
    '<select><option>1</option></select>',
  )
})

it('leaves lists alone that show several', () => {
  const several = '<select multiple=""><option>1</option><option>2</option></select>'
  expect(closeSelects(several)).toBe(several)
})
