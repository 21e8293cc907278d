import type { createMailTemplate, sendMassMail } from '@spawnpoint/contracts/mail-templates'
import type { CallOf } from '@spawnpoint/sdk/common'
import { randomUUID } from 'node:crypto'

type Body = NonNullable<CallOf<typeof createMailTemplate>['body']>

/** A template for the email with a gift, in English. */
export const aTemplate = (over: Partial<Body> = {}): Body => ({
  purpose: 'gifts.received',
  language: 'EN',
  subject: 'Yay, {{coins}} coins',
  body: 'Hello {{name}}, **{{giver}}** sent you {{coins}} coins.',
  ...over,
})

type MassMailBody = NonNullable<CallOf<typeof sendMassMail>['body']>

/** News for everyone. */
export const aMassMail = (over: Partial<MassMailBody> = {}): MassMailBody => ({
  kind: 'news',
  audience: { kind: 'everyone' },
  texts: [
    {
      language: 'EN',
      subject: 'News for {{username}}',
      body: 'Hello **{{username}}**, see [us]({{site}}/).',
    },
  ],
  requestKey: randomUUID(),
  ...over,
})
