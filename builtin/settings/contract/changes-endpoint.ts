import { defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const change = z.object({
  key: z.string(),
  /** As the log has them; of a secret only that it was set. */
  before: z.unknown(),
  after: z.unknown(),
  /** False for secrets, and for values that are too long for a list. */
  canUndo: z.boolean(),
})

export const settingsRevision = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  changes: z.array(change),
})
export type SettingsRevision = z.output<typeof settingsRevision>

export const listSettingChanges = defineEndpoint({
  method: 'GET',
  path: '/api/settings/changes',
  summary: 'List saved changes of settings, newest first, with the values before and after',
  access: { permission: 'admin.settings.view' },
  query: listQuery(),
  reply: listReply(settingsRevision),
  fails: { BAD_CURSOR: 400 },
})
