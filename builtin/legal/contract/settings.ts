import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const words = z.string().trim().max(100_000)

/** Each is Markdown, or one `https` address of a page elsewhere; empty until the operator has published one. */
export const legalSettings = defineSettings({
  legal_tos: { schema: words, default: '', audience: 'public', group: 'legal', multiline: true },
  legal_privacy: { schema: words, default: '', audience: 'public', group: 'legal', multiline: true },
})
