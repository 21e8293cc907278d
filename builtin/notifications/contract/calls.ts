import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { user: true } as const

const notification = z.object({
  id: rowId,
  /** The plugin that has the texts. */
  plugin: z.string(),
  kind: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z.string().nullable(),
  at: z.iso.datetime(),
  read: z.boolean(),
  done: z.boolean(),
  saved: z.boolean(),
  /** It is out of the inbox until then. */
  snoozedUntil: z.iso.datetime().nullable(),
})

/** Up to 100, which the bell shows as "99+". */
const unread = z.object({ unread: z.number().int() })

const preference = z.object({
  plugin: z.string(),
  kind: z.string(),
  inApp: z.boolean(),
  /** Null where there is no email. */
  email: z.boolean().nullable(),
  push: z.boolean(),
  discord: z.boolean(),
  /** How many of them came to the dashboard in the last 7 days. */
  recent: z.number().int(),
})

const preferences = z.object({ items: z.array(preference), hasEmail: z.boolean() })

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'Notifications of the caller, newest first',
  access,
  query: listQuery().extend({ show: z.enum(['inbox', 'saved', 'snoozed', 'done']).default('inbox') }),
  reply: listReply(notification),
  fails: { BAD_CURSOR: 400 },
})

export const markNotification = defineEndpoint({
  method: 'PATCH',
  path: '/api/notifications/:id',
  summary: 'Mark a notification as read, unread, saved or done, or snooze it for up to 90 days',
  access,
  params: z.strictObject({ id: rowId }),
  body: z.strictObject({
    read: z.boolean().optional(),
    done: z.boolean().optional(),
    saved: z.boolean().optional(),
    /** Null ends the snooze. */
    snoozedUntil: z.iso.datetime().nullable().optional(),
  }),
  reply: unread,
  fails: { NOT_FOUND: 404, NOTIFICATIONS_SNOOZE: 400 },
})

export const markAllNotifications = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/all',
  summary: 'Mark all notifications of the inbox as read, or as done',
  access,
  body: z.strictObject({ as: z.enum(['read', 'done']) }),
  reply: unread,
})

export const readNotificationPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  summary: 'Read how the caller is notified of each kind of event',
  access,
  reply: preferences,
})

export const changeNotificationPreference = defineEndpoint({
  method: 'PATCH',
  path: '/api/notifications/preferences',
  summary: 'Change how the caller is notified of one kind of event',
  access,
  body: z.strictObject({
    plugin: z.string().max(60),
    kind: z.string().max(60),
    inApp: z.boolean().optional(),
    email: z.boolean().optional(),
    push: z.boolean().optional(),
    discord: z.boolean().optional(),
  }),
  reply: preferences,
  fails: { NOTIFICATIONS_UNKNOWN_KIND: 400 },
})
