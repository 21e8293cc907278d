import { describe, expect, it } from 'vitest'
import { bestFirst } from './palette-score.ts'

const entries = [
  ['Plugins', '/mc-admin/plugins'],
  ['Privacy policy', '/privacy-policy'],
  ['Redeem codes', '/mc-admin/redeem-codes'],
  ['Create role', '/mc-admin/roles/create'],
  ['Roles', '/mc-admin/roles'],
  ['Control room', '/control'],
  ['Înregistrări', '/logs'],
] as const

const rows = entries.map(([label, path]) => ({ label, path }))
const found = (typed: string) =>
  bestFirst(typed, [{ heading: 'Pages', rows }]).flatMap((group) => group.rows.map(({ label }) => label))

describe('entries of the palette', () => {
  it('come with beginnings first, and without what only has the characters somewhere', () => {
    expect(found('rol')).toEqual(['Roles', 'Create role', 'Control room'])
  })

  it('are found by their address too, after those whose words fit', () => {
    expect(found('mc-admin')).toEqual(['Plugins', 'Redeem codes', 'Create role', 'Roles'])
  })

  it('have every word that was typed, in any order and without accents', () => {
    expect(found('codes RED')).toEqual(['Redeem codes'])
    expect(found('inregistrari')).toEqual(['Înregistrări'])
    expect(found('roles nothing')).toEqual([])
  })

  it('are all there while nothing is typed', () => {
    expect(found(' ')).toHaveLength(entries.length)
  })

  it('come in groups, that with the best entry first', () => {
    const groups = bestFirst('control', [
      { heading: 'Pages', rows: [{ label: 'Mission control', path: '/mission' }] },
      { heading: 'Admin', rows },
    ])
    expect(groups.map(({ heading, rows: fitting }) => [heading, fitting.length])).toEqual([
      ['Admin', 1],
      ['Pages', 1],
    ])
  })
})
