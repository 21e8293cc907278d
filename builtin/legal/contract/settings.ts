import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const words = z.string().trim().max(100_000)

const isContact = (text: string) =>
  text === '' ||
  z.email().safeParse(text).success ||
  (text.startsWith('https://') && URL.canParse(text) && !/\s/.test(text))

/** An email address, or an `https` address of a page with a form. */
const contact = z.string().trim().max(500).refine(isContact)

/** The texts are Markdown, or one `https` address of a page elsewhere; empty until the operator has published one. */
export const legalSettings = defineSettings({
  legal_tos: { schema: words, default: '', audience: 'public', group: 'legal', multiline: true },
  legal_privacy: { schema: words, default: '', audience: 'public', group: 'legal', multiline: true },
  legal_accessibility_contact: { schema: contact, default: '', audience: 'public', group: 'legal' },
  legal_security_contact: { schema: contact, default: '', audience: 'server', group: 'legal' },
})
