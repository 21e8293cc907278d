import { defineEndpoint, plainText, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { limitBound } from './settings.ts'

/** All that staff set for a customer, in the order of the form. */
export const limitKeys = ['memory', 'disk', 'cpu', 'slots', 'databases', 'backups', 'allocations'] as const
export type LimitKey = (typeof limitKeys)[number]

const each = <T extends z.ZodType>(schema: T) => ({
  memory: schema,
  disk: schema,
  cpu: schema,
  slots: schema,
  databases: schema,
  backups: schema,
  allocations: schema,
})

const amounts = z.object(each(z.number().int()))
const params = z.strictObject({ user: userId })
const editing = { permission: 'admin.users.edit' } as const

/** Validation of the form fields. */
export const limitFields = each(limitBound)

const limitsOfUser = z.object({
  total: amounts,
  used: amounts,
  self: z.boolean(),
  /** False for the own account, and when this person may do what the caller may not. */
  editable: z.boolean(),
})

export type LimitAmounts = z.output<typeof amounts>

export const readUserLimits = defineEndpoint({
  method: 'GET',
  path: '/api/servers/limits/:user',
  summary: "A customer's limits and what is in use",
  access: editing,
  params,
  reply: limitsOfUser,
  fails: { NOT_FOUND: 404 },
})

export const changeUserLimits = defineEndpoint({
  method: 'PUT',
  path: '/api/servers/limits/:user',
  summary: "Change a customer's limits",
  access: editing,
  params,
  body: z.strictObject({
    ...limitFields,
    /** Values the form started from; if they differ from the stored ones, the edit is stale. */
    before: z.strictObject(each(z.number().int())),
    reason: plainText(1, 200),
    /** Limits below what is in use are meant. */
    belowUse: z.boolean().default(false),
  }),
  reply: limitsOfUser,
  fails: {
    NOT_FOUND: 404,
    STALE_EDIT: 409,
    SERVERS_LIMITS_IN_USE: 409,
    SERVERS_SELF: 403,
    SERVERS_EXCEEDS_OWN: 403,
    SERVERS_LIMITS_CEILING: 403,
    SERVERS_LIMITS_DAILY: 429,
    REAUTHENTICATION_REQUIRED: 403,
  },
})
