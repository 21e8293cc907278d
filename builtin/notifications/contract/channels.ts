import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { digests } from './digests.ts'
import { isDiscordWebhook, isPushEndpoint } from './outside-hosts.ts'

const access = { user: true } as const

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Minutes of the day. */
const minute = z.number().int().min(0).max(1439)

const quiet = z
  .strictObject({ from: minute, to: minute })
  .refine(({ from, to }) => from !== to, { error: 'too_small' })
  .nullable()

const routine = z.object({
  quiet,
  timeZone: z.string(),
  digest: z.enum(digests),
  /** A webhook is saved; its address is never shown again. */
  hasDiscord: z.boolean(),
  /** The key by which a browser knows this instance. */
  pushKey: z.string(),
  devices: z.array(z.object({ id: rowId, label: z.string(), createdAt: z.iso.datetime() })),
})

export const readRoutine = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/routine',
  summary: 'Read quiet hours, digest, Discord channel and browsers of the caller',
  access,
  reply: routine,
})

export const changeRoutine = defineEndpoint({
  method: 'PATCH',
  path: '/api/notifications/routine',
  summary: 'Change quiet hours, digest or the Discord channel of the caller',
  access,
  limit: 60,
  body: z.strictObject({
    quiet: quiet.optional(),
    timeZone: z.string().max(64).refine(isZone, { error: 'time_zone' }).optional(),
    digest: z.enum(digests).optional(),
    /** Null removes it. */
    discordWebhook: z.string().max(300).refine(isDiscordWebhook, { error: 'webhook' }).nullable().optional(),
  }),
  reply: routine,
})

const key = z.string().regex(/^[\w-]{20,100}$/)

export const addDevice = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/devices',
  summary: 'Notify the caller in a browser while no page is open',
  access,
  limit: 20,
  body: z.strictObject({
    endpoint: z.string().max(1000).refine(isPushEndpoint, { error: 'endpoint' }),
    publicKey: key,
    auth: key,
    label: z.string().trim().min(1).max(100),
  }),
  reply: routine,
  fails: { NOTIFICATIONS_DEVICES: 409 },
})

export const removeDevice = defineEndpoint({
  method: 'DELETE',
  path: '/api/notifications/devices/:id',
  summary: 'Notify the caller no longer in one of their browsers',
  access,
  params: z.strictObject({ id: rowId }),
  reply: routine,
  fails: { NOT_FOUND: 404 },
})
