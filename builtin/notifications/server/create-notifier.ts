import {
  MOST_A_DAY,
  NotificationKinds,
  Notifications,
  Notifier,
  type NotificationParams,
  type NotifierAnswer,
} from '@spawnpoint/contracts/notifications'
import { Users } from '@spawnpoint/contracts/users'
import { memberOf, plainText, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  callerTitle,
  Clock,
  createEmailTexts,
  Database,
  forPlugins,
  Limits,
  Plugins,
  provide,
  readPluginRequest,
  type DatabaseService,
} from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { join } from 'node:path'
import { z } from 'zod'
import { notification } from './tables.ts'

const DAY_SECONDS = 86_400
const kind = { plugin: 'notifications', kind: 'plugin' } as const

const request = z.strictObject({
  user: z.string(),
  text: plainText(1, 200),
  link: z
    .string()
    .max(500)
    .regex(/^\/(?!\/)/)
    .optional(),
  key: plainText(1, 150).optional(),
})
const uuid = z.uuid()

const uses = {
  db: Database,
  clock: Clock,
  limits: Limits,
  plugins: Plugins,
  users: Users,
  notifications: Notifications,
}

async function isTold(orm: DatabaseService['orm'], person: string, eventKey: string): Promise<boolean> {
  const found = await orm
    .select({ id: notification.id })
    .from(notification)
    .where(
      and(
        eq(notification.person, person),
        eq(notification.plugin, kind.plugin),
        eq(notification.kind, kind.kind),
        eq(notification.eventKey, eventKey),
      ),
    )
  return found.length > 0
}

async function notify(
  { db, clock, limits, users, notifications }: ServicesOf<typeof uses>,
  plugin: { readonly id: string; readonly name: string },
  given: unknown,
): Promise<NotifierAnswer> {
  const { user, text, link, key } = readPluginRequest(request, 'notifier.notify', given)
  if (!uuid.safeParse(user).success || !(await users.find(user))) return { ok: false, reason: 'unknown' }
  // A request that is repeated costs nothing of the day's number.
  if (key !== undefined && (await isTold(db.orm, user, `${plugin.id}:${key}`))) return { ok: true }
  const day = clock.now().toISOString().slice(0, 10)
  const rule = { max: MOST_A_DAY, perSeconds: DAY_SECONDS }
  if (!(await limits.take(`notifier:${plugin.id}:${user}:${day}`, rule)))
    return { ok: false, reason: 'too-many' }
  await db.orm.transaction((tx) =>
    notifications.notify(tx, {
      ...kind,
      user,
      params: { plugin: plugin.name, text },
      ...(link === undefined ? {} : { link }),
      ...(key === undefined ? {} : { key: `${plugin.id}:${key}` }),
    }),
  )
  return { ok: true }
}

export const provideNotifier = provide(Notifier, uses, (services) =>
  forPlugins((caller) => {
    const plugin = { id: caller.id, name: callerTitle(caller, services.plugins) }
    return { notify: (given) => notify(services, plugin, given) }
  }),
)

const readTexts = createEmailTexts('notifications', join(import.meta.dirname, '..', 'locales'))

/** News of added plugins among the events that people are notified of. */
export const pluginKind = provide(memberOf(NotificationKinds, 'notifications'), {}, () => [
  {
    id: kind.kind,
    plugin: kind.plugin,
    order: 900,
    email: (locale: string, params: NotificationParams) => readTexts(locale, 'plugin', params),
    emailsByDefault: false,
  },
])
