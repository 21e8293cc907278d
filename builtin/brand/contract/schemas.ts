import {
  contrast,
  deriveTheme,
  minimumContrast,
  mixColors,
  surfaceLevels,
  weakColors,
  type ThemeColors,
} from '@spawnpoint/sdk/common'

export { minimumContrast }

/** Surfaces of each theme that accent text is hardest to read on. */
export const hardest = { light: '#e4e7ee', dark: '#242a36' } as const

export type Theme = keyof typeof hardest

export const contrastIn = (theme: Theme, color: string): number => contrast(color, hardest[theme])

/** The same color for the other theme: as much black or white as it takes to be read there. */
export const adaptTo = (theme: Theme, color: string): string => {
  const toward = theme === 'light' ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixColors(color, toward, share)
    if (contrastIn(theme, tried) >= minimumContrast) return tried
  }
  return toward
}

export const corners = ['square', 'soft', 'round'] as const

export interface ThemeSettings {
  readonly accentLight: string
  readonly accentDark: string
  readonly surface: string
  readonly radius: (typeof corners)[number]
}

const none = {
  accent: '',
  surface: '',
  radius: '',
  accentLight: '',
  accentDark: '',
  surfaceLight: '',
  surfaceDark: '',
} as const

/** The colors of both color schemes: an accent that is missing follows the other, and both are readable on the surface. */
export const themeOf = ({ accentLight, accentDark, surface, radius }: ThemeSettings): ThemeColors => {
  const base = deriveTheme({ ...none, surface })
  const readable = (scheme: Theme, own: string, other: string): string => {
    const chosen = own === '' && other !== '' ? adaptTo(scheme, other) : own
    const field = scheme === 'light' ? 'accentLight' : 'accentDark'
    const isWeak = (color: string) =>
      weakColors({ ...base, [field]: color }).some((weak) => weak.field === field)
    if (chosen === '') return ''
    const toward = scheme === 'light' ? '#000000' : '#ffffff'
    for (let step = 0; step < 20; step += 1) {
      const tried = mixColors(chosen, toward, step / 20)
      if (!isWeak(tried)) return tried
    }
    return toward
  }
  return {
    ...base,
    accentLight: readable('light', accentLight, accentDark),
    accentDark: readable('dark', accentDark, accentLight),
    radius: radius === 'soft' ? '' : radius,
  }
}

/** The lowest contrast of text in the accent color as a theme draws it: on each level of its own surface, or on the product's. */
export const contrastDrawn = (theme: Theme, colors: ThemeColors): number | null => {
  const isLight = theme === 'light'
  const [accent, surface] = isLight
    ? [colors.accentLight, colors.surfaceLight]
    : [colors.accentDark, colors.surfaceDark]
  if (accent === '') return null
  if (surface === '') return contrastIn(theme, accent)
  // No text stands on the color of a border.
  const { border: _border, ...levels } = surfaceLevels
  const grounds = Object.values(levels).map(([day, night]) => {
    const share = isLight ? day : night
    return mixColors(surface, share < 0 ? '#ffffff' : '#000000', Math.abs(share) / 100)
  })
  return Math.min(...grounds.map((ground) => contrast(accent, ground)))
}

/** The address of an uploaded picture, which names its size, or nothing. */
export const picturePattern = /^(\/api\/brand\/pictures\/[0-9a-f-]{36}\/\d{1,4}x\d{1,4}\.(png|jpg|webp))?$/

/** Width and height, as the address of a picture names them. */
export const sizeOf = (path: string): { readonly width: number; readonly height: number } | null => {
  const [, width, height] = /\/(\d+)x(\d+)\.\w+$/.exec(path) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}
