import { expect, it } from 'vitest'
import { createDemoLinks } from './demo-links.ts'

const guest = { user: '00000000-0000-4000-8000-00000000000a', username: 'ada', role: 'admin', start: '/' }
const other = { ...guest, username: 'ben', role: 'customer' }

it('signs in once, within a quarter of an hour, and offers the roles that are left', () => {
  let now = 0
  const links = createDemoLinks(() => now)
  const [used, late] = links.mint([guest, other]).map(({ token }) => token)
  if (used === undefined || late === undefined) throw new Error('two links were asked for')
  expect(links.find(used)?.map((offer) => offer.guest)).toEqual([guest, other])
  expect(links.take(used)).toEqual(guest)
  expect([links.find(used), links.take(used)]).toEqual([null, null])
  expect(links.find(late)?.map((offer) => offer.guest)).toEqual([other])
  now = 15 * 60_000
  expect([links.find(late), links.take(late)]).toEqual([null, null])
})

it('knows no token that it has not given', () => {
  const links = createDemoLinks()
  links.mint([guest])
  expect([links.find(''), links.take('a'.repeat(43))]).toEqual([null, null])
})
