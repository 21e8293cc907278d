import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

const colorOf = (name: string, theme: Theme): string => {
  const [, light, dark] = new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(sheet) ?? []
  const color = theme === 'light' ? light : dark
  if (color === undefined) throw new Error(`no color ${name}`)
  return color
}

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** CIE L*, 0 to 100. */
const lightness = (hex: string): number => {
  const of = luminance(hex)
  return of > 0.008856 ? 116 * Math.cbrt(of) - 16 : 903.3 * of
}

const contrast = (one: string, other: string): number => {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

it('tells the page, a card and what lies over it apart in both themes', () => {
  const step = (theme: Theme, from: string, to: string) =>
    lightness(colorOf(to, theme)) - lightness(colorOf(from, theme))
  expect(step('dark', 'bg', 'surface')).toBeGreaterThanOrEqual(4.5)
  expect(step('dark', 'surface', 'raised')).toBeGreaterThanOrEqual(4.5)
  expect(step('light', 'bg', 'surface')).toBeGreaterThanOrEqual(4.5)
  // Nothing is lighter than a white card, so its shadow tells what lies over it.
  expect(sheet).toMatch(/--shadow-raised: .+light-dark/)
})

const surfaces = ['bg', 'surface', 'raised', 'sunken', 'hover']
const texts = ['text', 'muted', 'subtle', 'accent-text', 'danger', 'warning', 'success', 'info']

it.each(themes)('keeps every text color readable on every surface: %s', (theme) => {
  const weak = surfaces.flatMap((surface) =>
    texts.flatMap((text) => {
      const ratio = contrast(colorOf(text, theme), colorOf(surface, theme))
      return ratio < 4.5 ? [`${text} on ${surface}: ${ratio.toFixed(2)}`] : []
    }),
  )
  expect(weak).toEqual([])
})

it.each(themes)('keeps the edges of fields and the focus ring visible: %s', (theme) => {
  const weak = ['bg', 'surface', 'raised'].flatMap((surface) =>
    ['control', 'focus'].flatMap((edge) =>
      contrast(colorOf(edge, theme), colorOf(surface, theme)) < 3 ? [`${edge} on ${surface}`] : [],
    ),
  )
  expect(weak).toEqual([])
})
