import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const figure = z.number().int().nonnegative()

export const readAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/analytics',
  summary: 'Activity by hour',
  access: { permission: 'admin.dashboard.components.ataglanceanalytics.view' },
  reply: z.object({
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
