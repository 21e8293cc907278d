import { NotificationKinds } from '@spawnpoint/contracts/notifications'
import { memberOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, provide } from '@spawnpoint/sdk/server'
import { join } from 'node:path'

export const readTexts = createEmailTexts('tickets', join(import.meta.dirname, '..', 'locales'))

export const ticketKinds = ['replied', 'closed', 'answered', 'assigned', 'opened'] as const

/** Tickets among the events that people are notified of. Their emails are sent with the change itself. */
export const provideTicketKinds = provide(memberOf(NotificationKinds, 'tickets'), {}, () =>
  ticketKinds.map((id, index) => ({
    id,
    plugin: 'tickets',
    order: 20 + index,
    email: 'own' as const,
    headline: (locale: string, params: Readonly<Record<string, string | number>>) =>
      readTexts(locale, id, params).subject,
    emailsByDefault: true,
  })),
)
