import { surfaceLevels, type ThemeBase, type ThemeColors } from './theme-rules.ts'

/** A theme as it is chosen: two colors from which those of both color schemes follow. @example const input: ThemeInput = { ...colors, accent: '#5646d8', surface: '' } */
export type ThemeInput = ThemeColors & { readonly accent: string; readonly surface: string }

/** A color that text cannot be read in, or on: its field, and the ratio that it reaches in a color scheme. @example const [weak]: readonly WeakColor[] = weakColors(input) */
export interface WeakColor {
  readonly part: 'accent' | 'surface'
  readonly field: Exclude<keyof ThemeInput, 'radius'>
  readonly scheme: 'light' | 'dark'
  readonly ratio: number
}

/** The contrast that text needs, by WCAG. @example if (contrast(color, '#ffffff') < minimumContrast) refuse() */
export const minimumContrast = 4.5

const channels = (hex: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG, 1 to 21, of two colors of six digits. @example contrast('#ffffff', '#000000') */
export const contrast = (one: string, other: string): number => {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

/** A color with a share, 0 to 1, of another, as `color-mix(in srgb)` mixes them. @example mixColors('#5646d8', '#ffffff', 0.2) */
export const mixColors = (color: string, other: string, share: number): string => {
  const others = channels(other)
  const parts = channels(color).map((own, at) => Math.round(own * (1 - share) + (others[at] ?? 0) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const noBase: ThemeBase = { accentLight: '', accentDark: '', surfaceLight: '', surfaceDark: '' }

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

// The same as in tokens.css, which a test compares: the ground that text is hardest to read on, the dimmest text, and text on the accent.
const ground = { light: '#e4e7ee', dark: '#242a36' } as const
const dimmest = { light: '#5b6372', dark: '#939bab' } as const
const onAccent = { light: '#ffffff', dark: '#0b0d11' } as const

const levelsOf = (surface: string, scheme: Scheme): readonly string[] =>
  Object.entries(surfaceLevels).flatMap(([name, [day, night]]) => {
    const share = scheme === 'light' ? day : night
    // No text stands on the color of a border.
    return name === 'border'
      ? []
      : [mixColors(surface, share < 0 ? '#ffffff' : '#000000', Math.abs(share) / 100)]
  })

const lowest = (text: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((each) => contrast(text, each)))

const surfaceRatio = (surface: string, scheme: Scheme): number =>
  lowest(dimmest[scheme], levelsOf(surface, scheme))

const accentRatio = (accent: string, surface: string, scheme: Scheme): number =>
  lowest(accent, [...(surface ? levelsOf(surface, scheme) : [ground[scheme]]), onAccent[scheme]])

/** With the accent that stands on it where the theme has none of its own. */
const surfaceRatioWith = (accent: string, surface: string, scheme: Scheme): number =>
  Math.min(surfaceRatio(surface, scheme), accent ? accentRatio(accent, surface, scheme) : Infinity)

const steps = 20
// An accent that gives up more than this is not the chosen color any more; a surface may be a mere tint.
const accentSteps = 11

const toward = { light: ['#ffffff', '#000000'], dark: ['#000000', '#ffffff'] } as const

/** The color with as little of another as it takes to be readable, or with as much as it may have. */
const adapt = (color: string, other: string, most: number, ratio: (tried: string) => number): string => {
  for (let step = 0; step < most; step++) {
    const tried = mixColors(color, other, step / steps)
    if (ratio(tried) >= minimumContrast) return tried
  }
  return mixColors(color, other, most / steps)
}

const surfaceIn = (scheme: Scheme, color: string, accent: string): string =>
  adapt(color, toward[scheme][0], steps, (tried) => surfaceRatioWith(accent, tried, scheme))

const accentIn = (scheme: Scheme, color: string, surface: string): string =>
  adapt(color, toward[scheme][1], accentSteps, (tried) => accentRatio(tried, surface, scheme))

const fieldsIn = {
  light: { accent: 'accentLight', surface: 'surfaceLight' },
  dark: { accent: 'accentDark', surface: 'surfaceDark' },
} as const

const isDrawn = (part: WeakColor['part'], theme: ThemeBase): boolean =>
  theme[fieldsIn.light[part]] !== '' && theme[fieldsIn.dark[part]] !== ''

/** The color that is drawn: a theme counts where it has the pair of both schemes, else what lies below it does. */
const drawn = (part: WeakColor['part'], scheme: Scheme, theme: ThemeBase, base: ThemeBase): string => {
  const from = isDrawn(part, theme) ? theme : base
  return isDrawn(part, from) ? from[fieldsIn[scheme][part]] : ''
}

/** The theme with the colors of both color schemes made from `accent` and `surface`, so that they can be read with those of `base` below; where one is empty, what is given stays. @example const theme = deriveTheme({ ...input, accent: '#0a5c3c' }) */
export const deriveTheme = (given: ThemeInput, base: ThemeBase = noBase): ThemeInput => {
  const { accent, surface } = given
  const below = (scheme: Scheme): string =>
    accent || isDrawn('accent', given) ? '' : drawn('accent', scheme, given, base)
  const based = surface
    ? {
        ...given,
        surfaceLight: surfaceIn('light', surface, below('light')),
        surfaceDark: surfaceIn('dark', surface, below('dark')),
      }
    : given
  if (!accent) return based
  const [accentLight, accentDark] = schemes.map((scheme) =>
    accentIn(scheme, accent, drawn('surface', scheme, based, base)),
  )
  return { ...based, accentLight: accentLight ?? '', accentDark: accentDark ?? '' }
}

/** The colors of a theme that leave text below 4.5:1, drawn over `base`; a color that follows from `accent` or `surface` is named by it. @example if (weakColors(deriveTheme(input)).length > 0) refuse() */
export const weakColors = (theme: ThemeInput, base: ThemeBase = noBase): readonly WeakColor[] =>
  schemes.flatMap((scheme) => {
    const surface = theme[fieldsIn[scheme].surface]
    const accent = theme[fieldsIn[scheme].accent]
    const below = isDrawn('accent', theme) ? '' : drawn('accent', scheme, theme, base)
    const ratios = {
      surface: surface ? surfaceRatioWith(below, surface, scheme) : minimumContrast,
      accent: accent ? accentRatio(accent, drawn('surface', scheme, theme, base), scheme) : minimumContrast,
    }
    return (['surface', 'accent'] as const)
      .filter((part) => ratios[part] < minimumContrast)
      .map((part) => ({
        part,
        field: theme[part] ? part : fieldsIn[scheme][part],
        scheme,
        // Rounded down: 4.49 must not read as 4.5.
        ratio: Math.floor(ratios[part] * 10) / 10,
      }))
  })

const nothing = {
  surface: { surface: '', surfaceLight: '', surfaceDark: '' },
  accent: { accent: '', accentLight: '', accentDark: '' },
} as const

/** The theme that can be read over `base`, of one that anybody may have stored: derived anew, without what is too weak. */
export const readableTheme = (given: ThemeInput, base: ThemeBase = noBase): ThemeInput => {
  // Without its own accent a surface has the one below on it, so that it is judged again.
  const readable = (['surface', 'accent', 'surface'] as const).reduce<ThemeInput>((theme, part) => {
    const derived = deriveTheme(theme, base)
    const isWeak = weakColors(derived, base).some((weak) => weak.part === part)
    return isWeak ? { ...derived, ...nothing[part] } : derived
  }, given)
  return deriveTheme(readable, base)
}
