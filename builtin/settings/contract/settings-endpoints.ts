import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const settingView = z.object({
  key: z.string(),
  plugin: z.string(),
  group: z.string(),
  audience: z.enum(['public', 'server', 'secret']),
  /** Null for a secret, always. */
  value: z.unknown(),
  isSet: z.boolean(),
  default: z.unknown(),
  schema: z.record(z.string(), z.unknown()),
  options: z.array(z.string()).readonly().optional(),
  multiline: z.boolean().optional(),
  destination: z.boolean().optional(),
  drawnBySlot: z.boolean().optional(),
  /** Custom code, secrets with what stands beside them, and addresses: changed with `admin.root` and recent reauthentication. */
  rootOnly: z.boolean(),
  unit: z.enum(['megabytes', 'percent']).optional(),
  /** Place in a table of settings of the same plugin. */
  table: z.object({ id: z.string(), row: z.string(), column: z.string() }).optional(),
  lastChange: z.object({ by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
})

export type SettingView = z.output<typeof settingView>

export const readSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'Every setting with its value; secrets without',
  access: { permission: 'admin.settings.view' },
  reply: z.object({ settings: z.array(settingView) }),
})

export const changeSettings = defineEndpoint({
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Change some settings; all of them or none',
  access: { permission: 'admin.settings.edit' },
  body: z.strictObject({ values: z.record(z.string().min(1).max(120), z.unknown()) }),
  reply: z.object({ changed: z.array(z.string()) }),
  fails: {
    SETTING_INVALID: 400,
    SETTINGS_SECRET_AGAIN: 400,
    SETTINGS_ROOT_REQUIRED: 403,
    REAUTHENTICATION_REQUIRED: 403,
  },
  // Style and script of up to a million signs each, which JSON may write with two bytes and more.
  bodyLimit: 6 * 1024 * 1024,
})
