import { defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const health = z.enum(['healthy', 'warning', 'unhealthy'])

export const readOverview = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/overview',
  summary: 'Version, uptime, database, plugins and health of the instance',
  access: { permission: 'admin.dashboard.components.system.overview' },
  reply: z.object({
    version: z.string(),
    startedAt: z.iso.datetime(),
    database: z.enum(['embedded', 'external']),
    plugins: z.object({ on: z.number(), all: z.number(), inTrouble: z.number() }),
    health: z.array(
      z.object({
        name: z.string(),
        plugin: z.string(),
        status: health,
        detail: z.string(),
        /** Advice for the operator. */
        todo: z.string().optional(),
        /** Message of the plugin that says the same as `detail`. */
        code: z.string().optional(),
        values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
        /** Where the advice is followed. */
        page: z.object({ route: z.string(), tab: z.string().optional() }).optional(),
      }),
    ),
  }),
})

const activity = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string().nullable(),
  actorId: z.string().nullable(),
  avatar: z.string().nullable(),
  action: z.string(),
  /** A username or a word; null where it is the id of something else. */
  target: z.string().nullable(),
  /** The id of the user that the target is. */
  targetUser: z.string().nullable(),
  /** The row that the entry is about, with the route of its page; null for viewers who may not read it. */
  row: z.object({ id: z.string(), name: z.string(), page: z.string().nullable() }).nullable(),
})

export type Activity = z.output<typeof activity>

export const readActivity = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/activity',
  summary: 'Who did what, newest first; without the values',
  access: { permission: 'admin.dashboard.components.activity.view' },
  query: listQuery(),
  reply: listReply(activity),
  fails: { BAD_CURSOR: 400 },
})

const checklistStep = z.object({
  id: z.enum(['panel', 'mail', 'location', 'egg']),
  done: z.boolean(),
  /** The demonstration panel answers: nothing is broken, but it is no real panel. */
  demo: z.boolean(),
  /** Id of the route where the step is done. */
  route: z.string(),
})

export type ChecklistStep = z.output<typeof checklistStep>

export const readChecklist = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/checklist',
  summary: 'What is left to do before the first customer',
  access: { permission: 'admin.dashboard.view' },
  reply: z.object({ isShown: z.boolean(), steps: z.array(checklistStep) }),
})

export const dismissChecklist = defineEndpoint({
  method: 'POST',
  path: '/api/admin-home/checklist/dismiss',
  summary: 'Hide the checklist for everybody',
  access: { permission: 'admin.settings.edit' },
  reply: z.object({}),
})
