import { brandSettings } from '@spawnpoint/contracts/brand'
import { sizeOf, themeOf } from '@spawnpoint/contracts/brand/schemas'
import { themeBaseProperties, themeRules, type SettingValues, type ThemeBase } from '@spawnpoint/sdk/common'
import type { HeadTag } from '@spawnpoint/sdk/server'

export type Brand = SettingValues<typeof brandSettings>

export interface Host {
  /** Scheme, host and port that browsers use. */
  readonly origin: string
  readonly name: string
}

export const manifestPath = '/api/brand/manifest.webmanifest'

const meta = (key: 'name' | 'property', name: string, content: string): readonly HeadTag[] =>
  content === '' ? [] : [{ name: 'meta', attributes: { [key]: name, content } }]

const link = (rel: string, href: string, more: Readonly<Record<string, string>> = {}): readonly HeadTag[] =>
  href === '' ? [] : [{ name: 'link', attributes: { rel, href, ...more } }]

const cardTags = (path: string, origin: string): readonly HeadTag[] => {
  const size = sizeOf(path)
  if (!size) return meta('name', 'twitter:card', 'summary')
  return [
    ...meta('property', 'og:image', `${origin}${path}`),
    ...meta('property', 'og:image:width', String(size.width)),
    ...meta('property', 'og:image:height', String(size.height)),
    ...meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

/** Tags that describe the instance to browsers, and to programs that show a link to it. */
export const headTags = (brand: Brand, { origin, name }: Host): readonly HeadTag[] => [
  ...link('icon', brand.brand_icon),
  ...link('apple-touch-icon', brand.brand_icon.endsWith('.png') ? brand.brand_icon : ''),
  ...link('manifest', manifestPath),
  ...meta('name', 'theme-color', brand.brand_theme_color),
  ...meta('name', 'description', brand.brand_description),
  ...meta('property', 'og:type', 'website'),
  ...meta('property', 'og:site_name', name),
  ...meta('property', 'og:title', name),
  ...meta('property', 'og:description', brand.brand_description),
  ...cardTags(brand.brand_card, origin),
]

// Made of the same properties, key by key.
const baseKeys = Object.keys(themeBaseProperties) as (keyof ThemeBase)[]

const theme = (brand: Brand): string => {
  const colors = themeOf({
    accentLight: brand.brand_accent_light,
    accentDark: brand.brand_accent_dark,
    surface: brand.brand_surface,
    radius: brand.brand_radius,
  })
  // People's own colors replace the rules, and are judged by the colors below them.
  const base = baseKeys.filter((key) => colors[key]).map((key) => [themeBaseProperties[key], colors[key]])
  const lines = [...Object.entries(themeRules(colors)), ...base].map(([name, value]) => `${name}:${value}`)
  return lines.length === 0 ? '' : `:root{${lines.join(';')}}`
}

const logo = (path: string): string => {
  const size = sizeOf(path)
  if (!size) return ''
  const ratio = `${size.width}/${size.height}`
  return `.sp-brand-mark{background:url(${path}) center/contain no-repeat;aspect-ratio:${ratio}}.sp-brand-mark>svg{display:none}`
}

const loginPicture = (path: string): string => (path === '' ? '' : `:root{--login-picture:url(${path})}`)

/** The rules that draw theme, logo and background; the schema of the settings lets nothing else into them. */
export const brandStyle = (brand: Brand): string =>
  theme(brand) + logo(brand.brand_logo) + loginPicture(brand.brand_login_picture)

/** The web manifest, by which the instance can be installed as an app. */
export const webManifest = (brand: Brand, { name }: Host) => {
  const size = sizeOf(brand.brand_icon)
  const type = brand.brand_icon.endsWith('.jpg') ? 'jpeg' : brand.brand_icon.split('.').at(-1)
  return {
    name,
    short_name: name,
    ...(brand.brand_description && { description: brand.brand_description }),
    start_url: '/',
    display: 'standalone',
    background_color: '#0b0d11',
    theme_color: brand.brand_theme_color || '#0b0d11',
    icons: size
      ? [{ src: brand.brand_icon, sizes: `${size.width}x${size.height}`, type: `image/${type}` }]
      : [],
  }
}
