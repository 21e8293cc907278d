import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { incidentStatuses } from './schemas.ts'
import { z } from 'zod'

const params = z.strictObject({ id: rowId })

export const incidentUpdate = z.object({
  id: rowId,
  status: z.enum(incidentStatuses),
  /** Markdown. */
  text: z.string(),
  at: z.iso.datetime(),
  author: z.string().nullable(),
})

const timeline = z.object({
  status: z.enum(incidentStatuses),
  /** Newest first. */
  updates: z.array(incidentUpdate),
})

export const listIncidentUpdates = defineEndpoint({
  method: 'GET',
  path: '/api/announcements/:id/updates',
  summary: 'Read the timeline of an incident',
  access: { permission: 'admin.announcements.edit', alternatives: ['admin.announcements.list'] },
  params,
  reply: timeline,
  fails: { NOT_FOUND: 404 },
})

export const postIncidentUpdate = defineEndpoint({
  method: 'POST',
  path: '/api/announcements/:id/updates',
  summary: 'Add an update to an incident; its readers see it as unread again',
  access: { permission: 'admin.announcements.edit' },
  params,
  body: z.strictObject({ status: z.enum(incidentStatuses), text: z.string().trim().min(1).max(4000) }),
  reply: timeline,
  fails: { NOT_FOUND: 404, ANNOUNCEMENTS_RESOLVED: 409 },
})
