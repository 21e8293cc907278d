import { expect, it } from 'vitest'
import { createDemoLinks } from './demo-links.ts'

const guest = { user: '00000000-0000-4000-8000-00000000000a', name: 'ada' }

it('signs in once, within a quarter of an hour', () => {
  let now = 0
  const links = createDemoLinks(() => now)
  const [used, late] = [links.mint(guest), links.mint(guest)]
  expect(links.find(used)).toEqual(guest)
  expect(links.take(used)).toEqual(guest)
  expect([links.find(used), links.take(used)]).toEqual([null, null])
  now = 15 * 60_000
  expect([links.find(late), links.take(late)]).toEqual([null, null])
})

it('knows no token that it has not given', () => {
  const links = createDemoLinks()
  links.mint(guest)
  expect([links.find(''), links.take('a'.repeat(43))]).toEqual([null, null])
})
