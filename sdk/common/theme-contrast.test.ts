import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contrast, weakColors } from './theme-contrast.ts'

const sheet = readFileSync('sdk/ui/styles/tokens.css', 'utf8')
const color = (name: string, at: 1 | 2): string =>
  new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(sheet)?.[at] ?? ''

const grounds = ['bg', 'surface', 'raised', 'sunken', 'hover']
const texts = ['text', 'muted', 'subtle', 'danger', 'warning', 'success', 'info']
const least = (pairs: readonly (readonly [string, string])[]) =>
  Math.min(...pairs.map(([text, ground]) => contrast(text, ground)))

const empty = {
  accent: '',
  surface: '',
  accentLight: '',
  accentDark: '',
  surfaceLight: '',
  surfaceDark: '',
  radius: '',
} as const

const field = { light: ['accentLight', 'surfaceLight'], dark: ['accentDark', 'surfaceDark'] } as const

it.each([
  ['light', 1, '#767676'],
  ['dark', 2, '#7a7a7a'],
] as const)('[CUS13] measures by the hardest colors of the stylesheet: %s', (scheme, at, gray) => {
  const [accent, surface] = field[scheme]
  const ratioOf = (part: string, value: string) => weakColors({ ...empty, [part]: value })[0]?.ratio
  const floor = (ratio: number) => Math.floor(ratio * 10) / 10
  const onGrounds = grounds.map((name) => [gray, color(name, at)] as const)
  expect(ratioOf(accent, gray)).toBe(floor(least(onGrounds)))
  // A surface of one gray: the text that is nearest to it is the one that counts.
  const nearest = texts.toSorted(
    (one, other) => contrast(color(one, at), '#808080') - contrast(color(other, at), '#808080'),
  )[0]
  expect(nearest).toBe('subtle')
  const weak = ratioOf(surface, '#808080') ?? 9
  expect(weak).toBeLessThanOrEqual(contrast(color('subtle', at), '#808080'))
})
