import { expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

it.each([
  ['Buton', 'Button'],
  ['button', 'Button'],
  ['Crad', 'Card'],
  ['Toolbar', null],
  ['', null],
])('takes %s for %s', (wanted, meant) => {
  expect(nearestName(wanted, ['Card', 'Button', 'ErrorCard', 'Page'])).toBe(meant)
})
