import type { PictureVariant, SavedPicture } from '@spawnpoint/contracts/pictures'
import type { Stored } from './create-pictures.ts'
import { fileOf, smaller, type SmallerVariant } from './picture-queries.ts'
import type { content } from './tables.ts'

type Content = Pick<typeof content.$inferSelect, 'type' | 'hasWeb' | 'avif'>

/** The stored bytes that answer a request. */
export interface Chosen {
  readonly stored: Stored
  readonly type: SavedPicture['type'] | 'image/avif'
  /** Whether another browser would be answered with another format. */
  readonly varies: boolean
  /** False while the format may still change to a smaller one. */
  readonly final: boolean
}

/** True where a format is named: old programs accept everything and read only what they know. */
const names = (accept: string, type: string): boolean =>
  accept.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    return name === type && !parameters.some((each) => /^q=0(\.0*)?$/.test(each))
  })

const fixed = ({ type }: Content, variant: PictureVariant): Chosen => ({
  stored: variant,
  type: variant === 'picture' ? type : 'image/webp',
  varies: false,
  final: true,
})

function negotiate(content: Content, variant: SmallerVariant, accept: string): Chosen {
  const shared = { varies: true, final: content.avif !== null }
  if (content.avif?.includes(variant) && names(accept, 'image/avif'))
    return { ...shared, stored: `${variant}-avif`, type: 'image/avif' }
  if (variant === 'thumbnail' || names(accept, 'image/webp'))
    return { ...shared, stored: variant, type: 'image/webp' }
  return { ...shared, stored: 'picture', type: content.type }
}

const variants = ['picture', ...smaller] as const

/** `web.webp` is always WebP; `web` is the smallest format that the request names. Null where there is no such file. */
export function chooseVariant(content: Content, file: string, accept = ''): Chosen | null {
  const variant = variants.find((each) => each === file || fileOf(content.type, each) === file)
  if (!variant || file === 'picture' || (variant === 'web' && !content.hasWeb)) return null
  return variant === 'picture' || file !== variant
    ? fixed(content, variant)
    : negotiate(content, variant, accept)
}
