import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const permission = 'admin.dashboard.components.system.logs'

const logLine = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  level: z.enum(['warn', 'error', 'fatal']),
  message: z.string(),
  plugin: z.string().nullable(),
  request: z.string().nullable(),
  detail: z.string().nullable(),
})

export type ShownLine = z.output<typeof logLine>

export const readLogs = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/logs',
  summary: 'The last warnings and errors of this process, newest first',
  access: { permission },
  reply: z.object({
    lines: z.array(logLine),
    since: z.iso.datetime(),
    /** Where lines can be shared; null where sharing is off. */
    shareHost: z.string().nullable(),
  }),
})

/** The same as a file, one JSON object a line; a link, not a call. */
export const logFile = { path: '/api/admin-home/logs/file', permission }

export const shareLogs = defineEndpoint({
  method: 'POST',
  path: '/api/admin-home/logs/share',
  summary: 'Upload the shown lines to the paste service of the settings',
  access: { permission },
  // The lines that were shown: one that came since is not shared unseen.
  body: z.strictObject({ oldest: z.number().int().min(1), newest: z.number().int().min(1) }),
  reply: z.object({ url: z.string() }),
  fails: {
    ADMIN_HOME_SHARING_OFF: 409,
    ADMIN_HOME_NOTHING_TO_SHARE: 409,
    ADMIN_HOME_SHARED_OFTEN: 429,
    ADMIN_HOME_SHARE_FAILED: 422,
  },
})
