import {
  changeNotificationPreference,
  listNotifications,
  markAllNotifications,
  markNotification,
  readNotificationPreferences,
} from '@spawnpoint/contracts/notifications'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Clock, Database, Sessions } from '@spawnpoint/sdk/server'
import { findKind, notifierUses, sortKinds } from './create-notifications.ts'
import {
  countUnreadOf,
  listOf,
  listPreferences,
  markAll,
  markOne,
  savePreference,
} from './notification-queries.ts'

export const handleList = answer(listNotifications, { db: Database }, async ({ actor, query, db }) => {
  const { items, ...page } = await listOf(db.orm, actor.id, query)
  return {
    ...page,
    items: items.map(({ id, plugin, kind, params, link, createdAt, readAt, doneAt }) => ({
      id,
      plugin,
      kind,
      params,
      link,
      at: createdAt.toISOString(),
      read: readAt !== null,
      done: doneAt !== null,
    })),
  }
})

const markingUses = { db: Database, clock: Clock, sessions: Sessions }

export const handleMark = answer(
  markNotification,
  markingUses,
  async ({ actor, params, body, fail, db, clock, sessions }) => {
    await db.orm.transaction(async (tx) => {
      if (!(await markOne(tx, actor.id, params.id, body, clock.now()))) throw fail('NOT_FOUND')
      await sessions.changed(tx, actor.id)
    })
    return { unread: await countUnreadOf(db.orm, actor.id) }
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
    return { unread: await countUnreadOf(db.orm, actor.id) }
  },
)

type Uses = Pick<ServicesOf<typeof notifierUses>, 'db' | 'kinds' | 'mail'>

async function presentPreferences({ db, kinds, mail }: Uses, person: string) {
  const chosen = await listPreferences(db.orm, person)
  return {
    hasEmail: mail.get()?.isConfigured() ?? false,
    items: sortKinds(kinds.get()).map(({ id, plugin, email, emailsByDefault }) => {
      const own = chosen.find((each) => each.plugin === plugin && each.kind === id)
      return {
        plugin,
        kind: id,
        inApp: own?.inApp ?? true,
        email: email === null ? null : (own?.email ?? emailsByDefault),
        push: own?.push ?? false,
        discord: own?.discord ?? false,
      }
    }),
  }
}

export const handleReadPreferences = answer(
  readNotificationPreferences,
  notifierUses,
  ({ actor, db, kinds, mail }) => presentPreferences({ db, kinds, mail }, actor.id),
)

export const handleChangePreference = answer(
  changeNotificationPreference,
  notifierUses,
  async ({ actor, body: { inApp, email, push, discord, ...name }, fail, db, kinds, mail }) => {
    const kind = findKind({ kinds }, name)
    if (!kind || (email !== undefined && kind.email === null)) throw fail('NOTIFICATIONS_UNKNOWN_KIND')
    await savePreference(db.orm, actor.id, name, {
      ...(inApp !== undefined && { inApp }),
      ...(email !== undefined && { email }),
      ...(push !== undefined && { push }),
      ...(discord !== undefined && { discord }),
    })
    return presentPreferences({ db, kinds, mail }, actor.id)
  },
)
