import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { panelAddress, panelDialects, panelKey } from './settings.ts'

export const panelProblems = [
  'unavailable',
  'rate-limited',
  'unauthorized',
  'not-found',
  'invalid',
  'conflict',
  'unknown-outcome',
  'no-locations',
  'missing-rights',
] as const

/** Tries the given values, or the stored ones where a value is left out; nothing is saved. */
export const testPanel = defineEndpoint({
  method: 'POST',
  path: '/api/panel/test',
  summary: 'Try the connection to the game panel',
  access: { permission: 'admin.settings.edit' },
  body: z.strictObject({
    baseUrl: panelAddress.optional(),
    apiKey: panelKey.optional(),
    dialect: z.enum(panelDialects).optional(),
  }),
  reply: z.object({
    ok: z.boolean(),
    demo: z.boolean(),
    problem: z.enum(panelProblems).nullable(),
    detail: z.string(),
    latencyMs: z.number().nullable(),
    locations: z.number().nullable(),
  }),
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    PANEL_TEST_ROOT: 403,
    PANEL_KEY_NEEDED: 400,
    PANEL_HALF_SET: 400,
    PANEL_TEST_RUNNING: 409,
  },
  limit: 20,
})

/** `none`: address or key is missing, but servers were built on a real panel, so nothing may stand in for it. */
export const panelModes = ['connected', 'demo', 'none'] as const
export type PanelMode = (typeof panelModes)[number]

export const panelStatus = defineEndpoint({
  method: 'GET',
  path: '/api/panel/status',
  summary: 'Which game panel is in use',
  access: { user: true },
  reply: z.object({
    mode: z.enum(panelModes),
    /** Where people open their servers; null unless a panel is connected. */
    url: z.string().nullable(),
    /** The demonstration's locations, categories and eggs are off sale, and no location is open yet. */
    needsCatalogue: z.boolean(),
  }),
})
