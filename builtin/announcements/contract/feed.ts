import { choicesReply, defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { incidentUpdate } from './incidents.ts'
import { incidentStatuses } from './schemas.ts'

const access = { user: true } as const
const params = z.strictObject({ id: rowId })
const moment = z.iso.datetime()

const incident = z.object({
  status: z.enum(incidentStatuses),
  /** Affected locations, those with servers of the reader first. */
  locations: z.array(z.object({ name: z.string(), servers: z.number().int() })),
})

const headline = z.object({
  id: rowId,
  title: z.string(),
  summary: z.string(),
  status: z.enum(incidentStatuses).nullable(),
  servers: z.number().int(),
})

const item = z.object({
  id: rowId,
  title: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
  unread: z.boolean(),
  publishedAt: moment,
  /** Null once the account is deleted. */
  author: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }).nullable(),
  /** Null where it is news. */
  incident: incident.nullable(),
})

/** It changes with every reading; the session carries the same. */
const readingState = z.object({
  unread: z.number().int(),
  headline: headline.nullable(),
})

export const listAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/api/announcements/feed',
  summary: 'Announcements for the caller, pinned ones first, then the newest',
  access,
  query: listQuery().extend({ tag: z.string().trim().max(200).optional() }),
  reply: listReply(item).extend({
    /** All that can be filtered by. */
    tags: z.array(z.string()),
  }),
  fails: { BAD_CURSOR: 400 },
})

export const showAnnouncement = defineEndpoint({
  method: 'GET',
  path: '/api/announcements/feed/:id',
  summary: 'Read one announcement for the caller',
  access,
  params,
  reply: z.object({
    item: item.extend({
      /** Markdown. */
      body: z.string(),
      /** The timeline of an incident, newest first. */
      updates: z.array(incidentUpdate),
    }),
  }),
  fails: { NOT_FOUND: 404 },
})

export const readAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/announcements/feed/:id/read',
  summary: 'Mark an announcement as read',
  access,
  params,
  reply: readingState,
  fails: { NOT_FOUND: 404 },
})

export const dismissAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/announcements/feed/:id/dismiss',
  summary: 'Mark an announcement as read and hide it on the dashboard',
  access,
  params,
  reply: readingState,
  fails: { NOT_FOUND: 404 },
})

export const readAllAnnouncements = defineEndpoint({
  method: 'POST',
  path: '/api/announcements/feed/read',
  summary: 'Mark all announcements as read',
  access,
  reply: readingState,
})

export const listAudiences = defineEndpoint({
  method: 'GET',
  path: '/api/announcements/audiences',
  summary: 'Roles and locations that an announcement can be for',
  access: {
    permission: 'admin.announcements.create',
    alternatives: ['admin.announcements.edit', 'admin.announcements.list'],
  },
  reply: z.object({ roles: choicesReply.shape.choices, locations: choicesReply.shape.choices }),
})
