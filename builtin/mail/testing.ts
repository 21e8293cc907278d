import type { Email } from './contract/mail-service.ts'

/** An email that can be sent. */
export const anEmail = (over: Partial<Email> = {}): Email => ({
  to: { user: null, address: 'ada@example.com', locale: 'EN' },
  purpose: { plugin: 'mail', kind: 'test', values: {} },
  subject: 'Hello',
  paragraphs: ['The first paragraph.', 'The second.'],
  ...over,
})
