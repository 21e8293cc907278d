import { Mail } from '@spawnpoint/contracts/mail'
import {
  NotificationKinds,
  type KindName,
  type NewNotification,
  type NotificationKind,
  type NotificationsService,
} from '@spawnpoint/contracts/notifications'
import { Users, type Person } from '@spawnpoint/contracts/users'
import { every, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { Clock, Database, Instance, Jobs, Sessions, Settings, type Queries } from '@spawnpoint/sdk/server'
import { insertDelivery, plainRoutine, readReachable, readRoutines } from './delivery-queries.ts'
import { afterQuiet, emailMoment } from './next-moment.ts'
import { readEmailChoices, saveNotifications } from './notification-queries.ts'

export const notifierUses = {
  db: Database,
  clock: Clock,
  sessions: Sessions,
  settings: Settings,
  instance: Instance,
  jobs: Jobs,
  users: Users,
  mail: optional(Mail),
  kinds: every(NotificationKinds),
}

type Uses = ServicesOf<typeof notifierUses>

/** All kinds in the order of the preferences. */
export const sortKinds = (
  members: readonly (readonly NotificationKind[])[] | null,
): readonly NotificationKind[] =>
  (members ?? []).flat().toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))

export const findKind = (
  { kinds }: Pick<Uses, 'kinds'>,
  { plugin, kind }: KindName,
): NotificationKind | null =>
  sortKinds(kinds.get()).find((each) => each.plugin === plugin && each.id === kind) ?? null

const getKind = (uses: Uses, name: KindName): NotificationKind => {
  const found = findKind(uses, name)
  if (!found) throw new Error(`E_NOTIFICATION_KIND ${name.plugin}: there is no kind '${name.kind}'`)
  return found
}

const settingOf = ({ settings }: Pick<Uses, 'settings'>, key: string) =>
  String(settings.describe().find((each) => each.key === key)?.value ?? '')

export const siteName = (uses: Pick<Uses, 'settings'>, to: Person) => ({
  app: settingOf(uses, 'app_name'),
  name: to.username,
})

export const readerLocale = async (
  uses: Pick<Uses, 'settings' | 'users'>,
  person: string,
  tx?: Queries,
): Promise<string> =>
  (await uses.users.preferences(person, tx)).locale ?? (settingOf(uses, 'app_lang') || 'EN')

/** The email of a kind that has texts. */
export async function sendEmail(
  uses: Uses,
  tx: Queries,
  kind: NotificationKind,
  to: Person,
  what: Pick<NewNotification, 'params' | 'link'>,
) {
  const { mail, instance } = uses
  const post = mail.get()
  if (!post || typeof kind.email !== 'function') return
  const locale = await readerLocale(uses, to.id, tx)
  const params = { ...what.params, ...siteName(uses, to) }
  const { subject, paragraphs, action, purpose } = kind.email(locale, params)
  await post.send(tx, {
    to: { user: to.id, address: to.email, locale },
    subject,
    paragraphs,
    purpose,
    ...(action !== '' && {
      action: { label: action, url: `${instance.origin}${what.link ?? '/account'}` },
    }),
  })
}

/** Emails go to everybody who wants them; where all are notified, to those who have asked for it. */
async function sendEmails(
  uses: Uses,
  tx: Queries,
  what: NewNotification & { readonly users: readonly string[] | 'everyone' },
) {
  const kind = getKind(uses, what)
  if (typeof kind.email !== 'function' || !uses.mail.get()?.isConfigured()) return
  const choices = await readEmailChoices(tx, what, what.users)
  const asked = what.users === 'everyone' ? [...choices.keys()] : what.users
  const now = uses.clock.now()
  const routines = await readRoutines(tx, asked)
  for (const id of asked) {
    if (!(choices.get(id) ?? kind.emailsByDefault)) continue
    const dueAt = emailMoment(routines.get(id) ?? plainRoutine, now)
    if (dueAt > now) {
      await insertDelivery(tx, what, { person: id, channel: 'email', dueAt, createdAt: now })
      continue
    }
    const person = await uses.users.find(id, tx)
    if (person && person.bannedReason === null) await sendEmail(uses, tx, kind, person, what)
  }
}

/** Push and Discord leave after the commit, and never within the quiet hours. */
async function queueOutside(
  uses: Uses,
  tx: Queries,
  what: NewNotification & { readonly users: readonly string[] | 'everyone' },
) {
  const now = uses.clock.now()
  let isDue = false
  for (const channel of ['push', 'discord'] as const) {
    const people = await readReachable(tx, what, channel, what.users)
    const routines = await readRoutines(tx, people)
    for (const person of people) {
      const dueAt = afterQuiet(routines.get(person) ?? plainRoutine, now)
      await insertDelivery(tx, what, { person, channel, dueAt, createdAt: now })
      isDue ||= dueAt <= now
    }
  }
  if (isDue) await uses.jobs.add('deliver', {}, { tx })
}

/** Notifications as other plugins write them. */
export function createNotifications(uses: Uses): NotificationsService {
  const service: NotificationsService = {
    notify: (open, { user, ...what }) => service.notifyMany(open, { ...what, users: [user] }),
    async notifyMany(open, what) {
      const tx = asTransaction(open)
      getKind(uses, what)
      const { users, ...written } = what
      await saveNotifications(tx, users, written, uses.clock.now())
      await sendEmails(uses, tx, what)
      await queueOutside(uses, tx, what)
      // Where all are notified, each session learns of it with its next call.
      if (users !== 'everyone') for (const user of users) await uses.sessions.changed(tx, user)
    },
    async wantsEmail(open, user, name) {
      const kind = getKind(uses, name)
      const choices = await readEmailChoices(asTransaction(open), name, [user])
      return choices.get(user) ?? kind.emailsByDefault
    },
  }
  return service
}
