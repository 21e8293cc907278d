import {
  changeNotificationPreference,
  listNotifications,
  markAllNotifications,
  markNotification,
  readNotificationPreferences,
  type KindName,
} from '@spawnpoint/contracts/notifications'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Clock, Database, Sessions } from '@spawnpoint/sdk/server'
import { findKind, notifierUses, sortKinds } from './create-notifications.ts'
import {
  countRecent,
  countUnreadOf,
  listOf,
  listPreferences,
  markAll,
  markOne,
  savePreference,
} from './notification-queries.ts'

const DAY_MS = 86_400_000
const SNOOZE_DAYS = 90
const RECENT_DAYS = 7

export const handleList = answer(
  listNotifications,
  { db: Database, clock: Clock },
  async ({ actor, query, db, clock }) => {
    const now = clock.now()
    const { items, ...page } = await listOf(db.orm, actor.id, now, query)
    return {
      ...page,
      items: items.map(({ createdAt, surfacedAt, readAt, doneAt, savedAt, ...row }) => ({
        id: row.id,
        plugin: row.plugin,
        kind: row.kind,
        params: row.params,
        link: row.link,
        at: createdAt.toISOString(),
        read: readAt !== null && readAt >= (surfacedAt > now ? createdAt : surfacedAt),
        done: doneAt !== null,
        saved: savedAt !== null,
        snoozedUntil: surfacedAt > now ? surfacedAt.toISOString() : null,
      })),
    }
  },
)

const markingUses = { db: Database, clock: Clock, sessions: Sessions }

export const handleMark = answer(
  markNotification,
  markingUses,
  async ({ actor, params, body, fail, db, clock, sessions }) => {
    const now = clock.now()
    const snoozedUntil = body.snoozedUntil == null ? body.snoozedUntil : new Date(body.snoozedUntil)
    const wait = snoozedUntil ? snoozedUntil.getTime() - now.getTime() : null
    if (wait !== null && (wait <= 0 || wait > SNOOZE_DAYS * DAY_MS)) throw fail('NOTIFICATIONS_SNOOZE')
    await db.orm.transaction(async (tx) => {
      if (!(await markOne(tx, actor.id, params.id, { ...body, snoozedUntil }, now))) throw fail('NOT_FOUND')
      await sessions.changed(tx, actor.id)
    })
    return { unread: await countUnreadOf(db.orm, actor.id, now) }
  },
)

export const handleMarkAll = answer(
  markAllNotifications,
  markingUses,
  async ({ actor, body, db, clock, sessions }) => {
    await db.orm.transaction(async (tx) => {
      await markAll(tx, actor.id, body.as, clock.now())
      await sessions.changed(tx, actor.id)
    })
    return { unread: await countUnreadOf(db.orm, actor.id, clock.now()) }
  },
)

type Uses = Pick<ServicesOf<typeof notifierUses>, 'db' | 'kinds' | 'mail' | 'clock'>

async function presentPreferences({ db, kinds, mail, clock }: Uses, person: string) {
  const chosen = await listPreferences(db.orm, person)
  const recent = await countRecent(db.orm, person, new Date(clock.now().getTime() - RECENT_DAYS * DAY_MS))
  return {
    hasEmail: mail.get()?.isConfigured() ?? false,
    items: sortKinds(kinds.get()).map(({ id, plugin, email, emailsByDefault }) => {
      const isOf = (each: KindName) => each.plugin === plugin && each.kind === id
      const own = chosen.find(isOf)
      return {
        plugin,
        kind: id,
        inApp: own?.inApp ?? true,
        email: email === null ? null : (own?.email ?? emailsByDefault),
        push: own?.push ?? false,
        discord: own?.discord ?? false,
        recent: recent.find(isOf)?.count ?? 0,
      }
    }),
  }
}

export const handleReadPreferences = answer(readNotificationPreferences, notifierUses, ({ actor, ...uses }) =>
  presentPreferences(uses, actor.id),
)

export const handleChangePreference = answer(
  changeNotificationPreference,
  notifierUses,
  async ({ actor, body: { inApp, email, push, discord, ...name }, fail, ...uses }) => {
    const kind = findKind(uses, name)
    if (!kind || (email !== undefined && kind.email === null)) throw fail('NOTIFICATIONS_UNKNOWN_KIND')
    await savePreference(uses.db.orm, actor.id, name, {
      ...(inApp !== undefined && { inApp }),
      ...(email !== undefined && { email }),
      ...(push !== undefined && { push }),
      ...(discord !== undefined && { discord }),
    })
    return presentPreferences(uses, actor.id)
  },
)
