import { describe, expect, it } from 'vitest'
import { scoreEntry } from './palette-score.ts'

const entries = [
  ['Plugins', '/mc-admin/plugins'],
  ['Privacy policy', '/privacy-policy'],
  ['Redeem codes', '/mc-admin/redeem-codes'],
  ['Create role', '/mc-admin/roles/create'],
  ['Roles', '/mc-admin/roles'],
  ['Control room', '/control'],
  ['Înregistrări', '/logs'],
] as const

const found = (typed: string) =>
  entries
    .map(([label, path]) => ({ label, score: scoreEntry(typed, label, path) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ label }) => label)

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
})
