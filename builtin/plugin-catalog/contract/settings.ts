import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** A catalog that the operator has subscribed to. */
export interface CatalogSource {
  readonly url: string
  /** Base64 of the public key that its index is signed with. */
  readonly key: string
}

const line = /^(https:\/\/\S+|http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?\/\S*)\s+([A-Za-z0-9+/]{59}=)$/

/** The catalogs that a text names, a line for each; null if a line is not an address and a key. */
export function readSources(text: string): readonly CatalogSource[] | null {
  const lines = text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const found = lines.flatMap((each) => {
    const [, url, key] = line.exec(each) ?? []
    return url && key && URL.canParse(url) ? [{ url, key }] : []
  })
  const isWhole = found.length === lines.length && new Set(found.map(({ url }) => url)).size === found.length
  return isWhole ? found : null
}

export const catalogSettings = defineSettings({
  // Restricted to users who may already add code to the product.
  plugin_catalogs: {
    schema: z
      .string()
      .max(10_000)
      .refine((text) => readSources(text) !== null, { error: 'plugin_catalogs' }),
    default: '',
    audience: 'server',
    group: 'custom-code',
    multiline: true,
  },
})
