import type { Transaction } from '@spawnpoint/sdk/server'
import { readLocale } from './people.ts'
import type { Ticket } from './tables.ts'
import { readTexts, type ticketKinds } from './ticket-kinds.ts'
import type { TicketUses } from './ticket-uses.ts'

interface Notice {
  /** A text under `server.emails`. */
  readonly kind: (typeof ticketKinds)[number]
  readonly to: string
  readonly ticket: Ticket
  /** The person or the added plugin that did it. */
  readonly by: string | { readonly plugin: string }
  /** Path of the page that the email opens. */
  readonly path: string
}

/** Notifies of a ticket in the dashboard, and by email where there is a mail server. What was written stays in the product. */
export async function sendNotice(
  {
    mail,
    users,
    settings,
    instance,
    notifications,
  }: Pick<TicketUses, 'mail' | 'users' | 'settings' | 'instance' | 'notifications'>,
  tx: Transaction,
  { kind, to, ticket, by, path }: Notice,
): Promise<void> {
  const reader = await users.find(to, tx)
  const writer = typeof by === 'string' ? (await users.find(by, tx))?.username : by.plugin
  if (!reader || reader.bannedReason !== null) return
  const bell = notifications.get()
  const name = { plugin: 'tickets', kind }
  const params = { writer: writer ?? '–', number: ticket.number, subject: ticket.subject }
  await bell?.notify(tx, { ...name, user: reader.id, params, link: path })
  const post = mail.get()
  if (!post?.isConfigured()) return
  if (bell && !(await bell.wantsEmail(tx, reader.id, name))) return
  const setting = (key: string) => String(settings.describe().find((each) => each.key === key)?.value ?? '')
  const locale = await readLocale({ users, settings }, to, tx)
  const { subject, paragraphs, action, purpose } = readTexts(locale, kind, {
    app: setting('app_name'),
    name: reader.username,
    ...params,
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
