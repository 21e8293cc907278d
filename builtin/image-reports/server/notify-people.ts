import { imageReportsSettings } from '@spawnpoint/contracts/image-reports'
import { Mail } from '@spawnpoint/contracts/mail'
import { NotificationKinds, Notifications } from '@spawnpoint/contracts/notifications'
import { Users } from '@spawnpoint/contracts/users'
import { memberOf, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Instance, provide, Settings, type Transaction } from '@spawnpoint/sdk/server'
import { listNotices } from './report-queries.ts'
import type { Report } from './tables.ts'
import { dayIn, explain, readEmail, readText } from './write-texts.ts'

export const noticeUses = {
  instance: Instance,
  mail: optional(Mail),
  notifications: optional(Notifications),
  settings: Settings,
  users: Users,
}
type Services = ServicesOf<typeof noticeUses>

const DAY = 86_400_000

/** `withheld`, `alike`: hidden until staff decide, since people reported it or since it looks like a removed image. */
export type Statement = 'withheld' | 'alike' | 'removed' | 'upheld' | 'restored'

// The emails are statements of reasons that the law asks for: nobody can turn them off.
export const reportKinds = provide(memberOf(NotificationKinds, 'image-reports'), {}, () =>
  (['withheld', 'removed', 'upheld', 'restored', 'alike'] as const).map((id, index) => ({
    id,
    plugin: 'image-reports',
    order: 70 + index,
    email: null,
    emailsByDefault: false,
  })),
)

export const appealUntil = (settings: Services['settings'], decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + settings.read(imageReportsSettings).image_reports_appeal_days * DAY)

const setting = ({ settings }: Services, key: string): string =>
  String(settings.describe().find((each) => each.key === key)?.value ?? '')

/** Tells the uploader what was done and why, in the dashboard and by email, in their language. */
export async function notifyOwner(services: Services, tx: Transaction, row: Report, statement: Statement) {
  const { instance, mail, notifications, settings, users } = services
  const person = row.owner === null ? null : await users.find(row.owner, tx)
  if (!person) return
  await notifications.get()?.notify(tx, {
    plugin: 'image-reports',
    kind: statement,
    user: person.id,
    params: { title: row.title },
    link: '/images',
  })
  const post = mail.get()
  if (!post?.isConfigured()) return
  const locale = (await users.preferences(person.id, tx)).locale ?? (setting(services, 'app_lang') || 'EN')
  const { ground, reason } = explain(locale, { ...row, ground: row.ground ?? 'terms' })
  const { subject, paragraphs, action, purpose } = readEmail(locale, statement, {
    app: setting(services, 'app_name'),
    name: person.username,
    title: row.title,
    ground,
    reason,
    cause: readText(locale, row.alike === null || row.notices > 0 ? 'causes.reported' : 'causes.alike').text,
    until: dayIn(locale, appealUntil(settings, row.decidedAt ?? row.lastReportedAt)),
  })
  await post.send(tx, {
    to: { user: person.id, address: person.email, locale },
    purpose,
    subject,
    paragraphs,
    action: { label: action, url: `${instance.origin}/images` },
  })
}

interface Recipient {
  readonly email: string | null
  readonly language: string
  readonly receipt: string
}

/** Emails people who left an address with their report. */
export async function writeReporter(
  services: Services,
  tx: Transaction,
  { email, language, receipt }: Recipient,
  { kind, image }: { readonly kind: 'receipt' | 'reportUpheld' | 'reportDismissed'; readonly image: string },
): Promise<void> {
  const post = services.mail.get()
  if (email === null || !post?.isConfigured()) return
  const { subject, paragraphs, purpose } = readEmail(language, kind, {
    app: setting(services, 'app_name'),
    receipt,
    url: `${services.instance.origin}/i/${image}`,
  })
  await post.send(tx, {
    to: { user: null, address: email, locale: language },
    purpose,
    subject,
    paragraphs,
  })
}

export async function writeReporters(
  services: Services,
  tx: Transaction,
  row: Report,
  kind: 'reportUpheld' | 'reportDismissed',
): Promise<void> {
  for (const entry of await listNotices(tx, row.id))
    await writeReporter(services, tx, entry, { kind, image: row.image })
}
