/** Colors of a theme for both color schemes, and its corners; empty leaves what the product has. @example const colors: ThemeColors = { accentLight: '#5646d8', accentDark: '#b2abff', surfaceLight: '', surfaceDark: '', radius: 'round' } */
export interface ThemeColors {
  readonly accentLight: string
  readonly accentDark: string
  readonly surfaceLight: string
  readonly surfaceDark: string
  readonly radius: '' | 'square' | 'soft' | 'round'
}

/** The colors of the theme that lies below another one. @example const base: ThemeBase = readThemeBase() */
export type ThemeBase = Omit<ThemeColors, 'radius'>

/** The custom properties by which the page of an instance tells the colors of its theme, whatever a person draws over it. @example const accent = getComputedStyle(document.documentElement).getPropertyValue(themeBaseProperties.accentDark) */
export const themeBaseProperties = {
  accentLight: '--base-accent-light',
  accentDark: '--base-accent-dark',
  surfaceLight: '--base-surface-light',
  surfaceDark: '--base-surface-dark',
} as const satisfies Readonly<Record<keyof ThemeBase, string>>

/** How much black, or white where it is below zero, a level has more than a card: in light, in dark, in percent. @example const [light, dark] = surfaceLevels.border */
export const surfaceLevels = {
  bg: [6, 34],
  surface: [0, 0],
  raised: [0, -6],
  sunken: [3, 22],
  hover: [8, -4],
  border: [14, -10],
} as const

const radii = { xs: 3, sm: 4, md: 6, lg: 8, xl: 12, '2xl': 16 }
const scales = { square: 0, soft: 1, round: 1.6 }

const level = (color: string, share: number): string =>
  share === 0 ? color : `color-mix(in srgb,${color},${share < 0 ? '#fff' : '#000'} ${Math.abs(share)}%)`

/**
 * The custom properties that draw a theme: of a page by `setProperty`, or as rules of a stylesheet.
 * @example Object.entries(themeRules(colors)).map(([name, value]) => `${name}:${value}`).join(';')
 */
export const themeRules = ({
  accentLight: light,
  accentDark: dark,
  surfaceLight,
  surfaceDark,
  radius,
}: ThemeColors): Readonly<Record<string, string>> => ({
  ...(light &&
    dark && {
      '--color-accent': `light-dark(${light},${dark})`,
      '--color-accent-strong': `light-dark(color-mix(in srgb,${light} 86%,black),color-mix(in srgb,${dark} 86%,white))`,
      '--color-accent-text': `light-dark(${light},${dark})`,
      '--color-focus': `light-dark(${light},${dark})`,
      // The fill of the dark theme is as light as its text, so that what stands on it is dark.
      '--color-on-accent': 'light-dark(#fff,#0b0d11)',
    }),
  ...(surfaceLight &&
    surfaceDark &&
    Object.fromEntries(
      Object.entries(surfaceLevels).map(([name, [day, night]]) => [
        `--color-${name}`,
        `light-dark(${level(surfaceLight, day)},${level(surfaceDark, night)})`,
      ]),
    )),
  ...(radius &&
    Object.fromEntries(
      Object.entries(radii).map(([name, size]) => [`--radius-${name}`, `${size * scales[radius]}px`]),
    )),
})
