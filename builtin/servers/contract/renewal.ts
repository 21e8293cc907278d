import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { historyKinds } from './history.ts'

const params = z.strictObject({ id: z.uuid() })
const access = { user: true, flag: 'server_renew_enabled' } as const
const moment = z.iso.datetime()
const whole = z.number().int()

/** `grace`: expired and still running; `suspended`: expired and stopped, until it is renewed or deleted. */
export const renewalStates = ['running', 'grace', 'suspended'] as const

const renewal = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(renewalStates),
  cost: whole,
  days: whole,
  /** Null while there are no coins. */
  balance: whole.nullable(),
  expiresAt: moment,
  /** When it expires after a renewal now. */
  newExpiresAt: moment,
  autoRenew: z.boolean(),
  /** The next step without a renewal, and when it comes at the earliest. */
  next: z.object({ step: z.enum(['expired', 'suspended', 'deleted']), at: moment }),
})

export const readRenewal = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:id/renewal',
  summary: 'What renewing one of my servers costs, and until when it lasts',
  access,
  params,
  reply: renewal,
  fails: { NOT_FOUND: 404, SERVERS_NOT_EXPIRING: 409 },
})

export const renewServer = defineEndpoint({
  method: 'POST',
  path: '/api/servers/:id/renewal',
  summary: 'Renew one of my servers with coins',
  access,
  params,
  body: z.strictObject({
    requestKey: z.uuid(),
    /** The expiry and the price that the customer saw. */
    expiresAt: moment,
    cost: whole.min(0),
  }),
  reply: renewal,
  fails: {
    NOT_FOUND: 404,
    SERVERS_NOT_EXPIRING: 409,
    SERVERS_DELETING: 409,
    SERVERS_CHANGE_PENDING: 409,
    SERVERS_ALREADY_RENEWED: 409,
    SERVERS_RENEWAL_CHANGED: 409,
    SERVERS_INSUFFICIENT_COINS: 409,
    SERVERS_COINS_CLOSED: 409,
  },
})

export const setAutoRenewal = defineEndpoint({
  method: 'PUT',
  path: '/api/servers/:id/auto-renewal',
  summary: 'Renew one of my servers automatically, or no longer',
  access,
  params,
  body: z.strictObject({ autoRenew: z.boolean() }),
  reply: renewal,
  fails: { NOT_FOUND: 404, SERVERS_NOT_EXPIRING: 409 },
})

const entry = z.object({
  id: z.uuid(),
  at: moment,
  kind: z.enum(historyKinds),
  by: z.enum(['you', 'staff', 'system']),
  reason: z.string().nullable(),
  coins: whole.nullable(),
  /** The expiry after a renewal. */
  until: moment.nullable(),
  /** Days left at a reminder. */
  days: whole.nullable(),
})

export const readHistory = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:id/history',
  summary: 'What happened to one of my servers, newest first',
  access: { user: true },
  params,
  reply: z.object({ items: z.array(entry) }),
  fails: { NOT_FOUND: 404 },
})

export const readAnyHistory = defineEndpoint({
  method: 'GET',
  path: '/api/servers/all/:id/history',
  summary: 'What happened to the server of anyone under all of its owners, and through whom, newest first',
  access: { permission: 'admin.servers.list' },
  params,
  reply: z.object({
    items: z.array(
      entry.extend({ person: z.object({ id: z.uuid(), username: z.string().nullable() }).nullable() }),
    ),
  }),
  fails: { NOT_FOUND: 404 },
})
