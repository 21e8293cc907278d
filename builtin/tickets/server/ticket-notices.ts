import { createEmailTexts, type Queries } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { readLocale } from './people.ts'
import type { Ticket } from './tables.ts'
import type { TicketUses } from './ticket-uses.ts'

const readTexts = createEmailTexts('tickets', join(import.meta.dirname, '..', 'locales'))

interface Notice {
  /** A text under `server.emails`. */
  readonly kind: 'replied' | 'closed' | 'answered' | 'assigned'
  readonly to: string
  readonly ticket: Ticket
  /** The person who did it. */
  readonly by: string
  /** Path of the page that the email opens. */
  readonly path: string
}

/** Sends an email about a ticket, where there is a mail server. What was written stays in the product. */
export async function sendNotice(
  { mail, users, settings, instance }: Pick<TicketUses, 'mail' | 'users' | 'settings' | 'instance'>,
  tx: Queries,
  { kind, to, ticket, by, path }: Notice,
): Promise<void> {
  const post = mail.get()
  if (!post?.isConfigured()) return
  const [reader, writer] = [await users.find(to, tx), await users.find(by, tx)]
  if (!reader || reader.bannedReason !== null) return
  const setting = (key: string) => String(settings.describe().find((each) => each.key === key)?.value ?? '')
  const locale = await readLocale({ users, settings }, to, tx)
  const { subject, paragraphs, action, purpose } = readTexts(locale, kind, {
    app: setting('app_name'),
    name: reader.username,
    writer: writer?.username ?? '–',
    number: ticket.number,
    subject: ticket.subject,
  })
  await post.send(tx, {
    to: { user: reader.id, address: reader.email, locale },
    purpose,
    subject,
    paragraphs,
    action: { label: action, url: `${instance.origin}${path}` },
  })
}

/** Paths of a ticket's page: the customer's own, and that of staff. */
export const ownPath = (id: string) => `/ticket/${id}`
export const queuePath = (id: string) => `/mc-admin/tickets/${id}`
