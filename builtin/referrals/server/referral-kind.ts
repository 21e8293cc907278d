import { NotificationKinds } from '@spawnpoint/contracts/notifications'
import { memberOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, provide } from '@spawnpoint/sdk/server'
import { join } from 'node:path'

const readTexts = createEmailTexts('referrals', join(import.meta.dirname, '..', 'locales'))

/** Paid referrals among the events that people are notified of. */
export const referralKind = provide(memberOf(NotificationKinds, 'referrals'), {}, () => [
  {
    id: 'paid',
    plugin: 'referrals',
    order: 50,
    email: (locale: string, params: Readonly<Record<string, string | number>>) =>
      readTexts(locale, 'paid', params),
    emailsByDefault: false,
  },
])
