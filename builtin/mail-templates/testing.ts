import type { createMailTemplate } from '@spawnpoint/contracts/mail-templates'
import type { CallOf } from '@spawnpoint/sdk/common'

type Body = NonNullable<CallOf<typeof createMailTemplate>['body']>

/** A template for the email with a gift, in English. */
export const aTemplate = (over: Partial<Body> = {}): Body => ({
  purpose: 'gifts.received',
  language: 'EN',
  subject: 'Yay, {{coins}} coins',
  body: 'Hello {{name}}, **{{giver}}** sent you {{coins}} coins.',
  ...over,
})
