import type { Letter } from './contract/mail-service.ts'

/** A letter that can be sent. */
export const aLetter = (over: Partial<Letter> = {}): Letter => ({
  to: { user: null, address: 'ada@example.com', locale: 'EN' },
  subject: 'Hello',
  paragraphs: ['The first paragraph.', 'The second.'],
  ...over,
})
