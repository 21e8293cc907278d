import type { EmbedSettings } from '@spawnpoint/contracts/image-hosting'
import { cutBytes, embedBytes, escapeText, fillText } from '@spawnpoint/contracts/image-hosting/schemas'
import type { SavedPicture } from '@spawnpoint/contracts/pictures'

export interface Embedded {
  readonly origin: string
  readonly settings: EmbedSettings
  readonly picture: SavedPicture
  readonly values: Parameters<typeof fillText>[1]
  /** Address of the answer that names author and provider. */
  readonly oembed: string
}

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  content === '' ? '' : `<meta ${key}="${name}" content="${escapeText(content)}">`

/** The texts of the card, cut to the bytes that Discord shows. */
export const textsOf = ({ settings, values }: Pick<Embedded, 'settings' | 'values'>) => ({
  siteName: cutBytes(fillText(settings.siteName, values), embedBytes.siteName),
  author: cutBytes(fillText(settings.author, values), embedBytes.siteName),
  title: cutBytes(fillText(settings.title, values), embedBytes.title),
  description: cutBytes(fillText(settings.description, values), embedBytes.description),
})

/** Tags by which chats show a large picture; with the embed off, the picture alone. */
export function embedTags(embedded: Embedded): string {
  const { origin, settings, picture, oembed } = embedded
  const image = [
    meta('property', 'og:image', `${origin}${picture.url}`),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('')
  if (!settings.enabled) return image
  const { siteName, author, title, description } = textsOf(embedded)
  const link = `<link rel="alternate" type="application/json+oembed" href="${escapeText(oembed)}">`
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('name', 'theme-color', settings.color),
    image,
    author === '' ? '' : link,
  ].join('')
}
