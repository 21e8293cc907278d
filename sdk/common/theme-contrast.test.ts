import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  contrast,
  deriveTheme,
  mixColors,
  readableTheme,
  weakColors,
  type ThemeInput,
} from './theme-contrast.ts'
import { themeRules } from './theme-rules.ts'

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

/** The color of a rule in a scheme, mixed as a browser would. */
const resolve = (rule: string, at: 1 | 2): string => {
  const given = /^light-dark\((.+?\)|#\w+),(.+)\)$/.exec(rule)?.[at] ?? ''
  const mix = /^color-mix\(in srgb,(#\w{6}),(#\w{3}) (\d+)%\)$/.exec(given)
  if (!mix) return given === '#fff' ? '#ffffff' : given
  const [, own = '', other = '', share = ''] = mix
  return mixColors(own, other === '#fff' ? '#ffffff' : '#000000', Number(share) / 100)
}

/** The weakest pair of text and ground that a page shows: the rules of a person over those of the instance over the stylesheet. */
const weakest = (base: ThemeInput, own: ThemeInput, at: 1 | 2) => {
  const rules = { ...themeRules(base), ...themeRules(own) }
  const shown = (name: string) => {
    const rule = rules[`--color-${name}`]
    return rule === undefined ? color(name, at) : resolve(rule, at)
  }
  const onGrounds = grounds.flatMap((ground) =>
    [...texts, 'accent-text'].map((text) => [text, ground, contrast(shown(text), shown(ground))] as const),
  )
  const onAccent = rules['--color-on-accent'] ? resolve(rules['--color-on-accent'], at) : '#ffffff'
  return [...onGrounds, ['on-accent', 'accent', contrast(onAccent, shown('accent'))] as const].toSorted(
    (one, other) => one[2] - other[2],
  )[0]
}

const chosen = ['', '#767600', '#e0e0e0', '#10131a', '#c0482a']
const instances = chosen.flatMap((accent) => chosen.map((surface) => ({ ...empty, accent, surface })))

it.each([
  ['inputs', (accent: string, surface: string): ThemeInput => ({ ...empty, accent, surface })],
  [
    'pairs of a file',
    (accent: string, surface: string): ThemeInput => ({
      ...empty,
      accentLight: accent && mixColors(accent, '#000000', 0.5),
      accentDark: accent && mixColors(accent, '#ffffff', 0.5),
      surfaceLight: surface && mixColors(surface, '#ffffff', 0.9),
      surfaceDark: surface && mixColors(surface, '#000000', 0.9),
    }),
  ],
  [
    'half a pair',
    (accent: string, surface: string): ThemeInput => ({ ...empty, accent, surfaceLight: surface }),
  ],
])(
  '[CUS21] leaves all text readable where a person has %s over any theme of the instance',
  (_kind, write) => {
    const seen = new Set<string>()
    for (const instance of instances) {
      const base = readableTheme(instance)
      for (const accent of chosen)
        for (const surface of chosen) {
          const own = readableTheme(write(accent, surface), base)
          if (own.accent || own.accentLight) seen.add('accent')
          if (own.surfaceLight && own.surfaceDark) seen.add('surface')
          for (const at of [1, 2] as const) {
            const [text, ground, ratio] = weakest(base, own, at) ?? ['', '', 0]
            if (ratio < 4.5)
              expect.fail(
                `${text} on ${ground} ${ratio} in ${at}: ${JSON.stringify({ instance, accent, surface, own })}`,
              )
          }
        }
    }
    // Not by dropping everything.
    expect(seen).toContain('accent')
  },
)

it('[CUS21] makes a background so light or dark that the accent of the instance can be read on it', () => {
  const base = deriveTheme({ ...empty, accent: '#c0482a' })
  const own = { ...empty, surface: '#9ad0b4' }
  const alone = deriveTheme(own)
  const over = deriveTheme(own, base)
  expect(weakColors(alone, base).map(({ field }) => field)).toContain('surface')
  expect(weakColors(over, base)).toEqual([])
  expect(over.surfaceLight).not.toBe(alone.surfaceLight)
  expect(deriveTheme({ ...own, accent: '#0a5c3c' }, base).surfaceLight).toBe(alone.surfaceLight)
})
