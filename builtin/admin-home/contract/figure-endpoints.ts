import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const figure = z.number().int().nonnegative()

export const readAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/analytics',
  summary:
    'New users and servers, the queue, resources handed out, activity by hour; null where a plugin is off',
  access: { permission: 'admin.dashboard.components.ataglanceanalytics.view' },
  reply: z.object({
    users: z.object({ new: figure }).nullable(),
    servers: z
      .object({
        new: figure,
        all: figure,
        /** In MB. */
        memory: figure,
        disk: figure,
        /** In percent of a core. */
        cpu: figure,
      })
      .nullable(),
    queue: z.object({ pending: figure, building: figure, failed: figure }).nullable(),
    activity: z.object({
      /** Where the first hour begins. */
      from: z.iso.datetime(),
      entries: z.array(figure).length(24),
    }),
  }),
})

export const readSchedules = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/schedules',
  summary: 'The scheduled jobs of the product and its plugins, and how their last runs went',
  access: { permission: 'admin.dashboard.components.system.overview' },
  reply: z.object({
    jobs: z.array(
      z.object({
        plugin: z.string(),
        /** The plugin's title; null for the product itself. */
        title: z.string().nullable(),
        name: z.string(),
        schedule: z.string(),
        state: z.enum(['in-time', 'late', 'failed']),
        startedAt: z.iso.datetime().nullable(),
        durationMs: z.number().nullable(),
        failure: z.string().nullable(),
      }),
    ),
  }),
})
