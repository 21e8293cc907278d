import { brandSettings } from '@spawnpoint/contracts/brand'
import { adaptTo, sizeOf, type Theme } from '@spawnpoint/contracts/brand/schemas'
import type { SettingValues } from '@spawnpoint/sdk/common'
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

const accents = ({ brand_accent_light: light, brand_accent_dark: dark }: Brand): string => {
  if (light === '' && dark === '') return ''
  const of = (theme: Theme, own: string, other: string) => (own === '' ? adaptTo(theme, other) : own)
  const [day, night] = [of('light', light, dark), of('dark', dark, light)]
  const both = `light-dark(${day},${night})`
  return [
    `:root{--color-accent:${both}`,
    `--color-accent-strong:light-dark(color-mix(in srgb,${day} 86%,black),color-mix(in srgb,${night} 86%,white))`,
    `--color-accent-text:${both}`,
    `--color-focus:${both}`,
    // The fill of the dark theme is as light as its text, so that what stands on it is dark.
    '--color-on-accent:light-dark(#fff,#0b0d11)}',
  ].join(';')
}

const logo = (path: string): string => {
  const size = sizeOf(path)
  if (!size) return ''
  const ratio = `${size.width}/${size.height}`
  return `.sp-brand-mark{background:url(${path}) center/contain no-repeat;aspect-ratio:${ratio}}.sp-brand-mark>svg{display:none}`
}

const loginPicture = (path: string): string => (path === '' ? '' : `:root{--login-picture:url(${path})}`)

/** The rules that draw logo, accent and background; the schema of the settings lets nothing else into them. */
export const brandStyle = (brand: Brand): string =>
  accents(brand) + logo(brand.brand_logo) + loginPicture(brand.brand_login_picture)

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
