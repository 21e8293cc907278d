import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { supportPin, userFields } from './schemas.ts'

const listing = { permission: 'admin.users.list' } as const
const editing = { permission: 'admin.users.edit' } as const
// The pages that edit and delete an account read it, whether or not their visitor may list all accounts.
const reading = { ...listing, alternatives: ['admin.users.edit', 'admin.users.delete'] } as const
const params = z.strictObject({ id: rowId })
const moment = z.iso.datetime()
const role = z.object({ id: rowId, name: z.string(), color: z.string() })

const person = z.object({
  id: rowId,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable(),
  verified: z.boolean(),
  banned: z.boolean(),
  role,
  createdAt: moment,
  lastSeenAt: moment,
})

const details = person.extend({
  version: z.number().int(),
  bannedReason: z.string(),
  firstIp: z.string(),
  lastIp: z.string(),
  /** Is this the caller? Nobody bans, deletes or promotes themselves. */
  self: z.boolean(),
  /** False when this person may do what the caller may not. */
  editable: z.boolean(),
})

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'List users',
  access: listing,
  query: listQuery({
    sort: ['createdAt', 'lastSeenAt', 'username', 'email'],
    filters: { role: rowId, banned: z.enum(['true', 'false']) },
  }),
  reply: listReply(person),
  fails: { BAD_CURSOR: 400 },
})

export const readUserFigures = defineEndpoint({
  method: 'GET',
  path: '/api/users/figures',
  summary: 'How many users there are, joined on each of the last 30 days, and were active',
  access: listing,
  reply: z.object({
    all: z.number().int(),
    /** One number a day, oldest first. */
    joined: z.array(z.number().int()),
    activeInWeek: z.number().int(),
    activeInMonth: z.number().int(),
  }),
})

export const findUsers = defineEndpoint({
  method: 'GET',
  path: '/api/users/find',
  summary: 'Up to six users whose username or email address begins with the text',
  access: listing,
  query: z.strictObject({ text: z.string().trim().min(2).max(100) }),
  reply: z.object({ users: z.array(z.object({ id: rowId, username: z.string(), email: z.string() })) }),
})

export const listUserRoles = defineEndpoint({
  method: 'GET',
  path: '/api/users/roles',
  summary: 'The roles a user can have, for filters and forms',
  access: reading,
  reply: z.object({ roles: z.array(role) }),
})

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'Read a user',
  access: reading,
  params,
  reply: z.object({ item: details }),
  fails: { NOT_FOUND: 404 },
})

const refusals = {
  NOT_FOUND: 404,
  USERS_SELF: 403,
  USERS_EXCEEDS_OWN: 403,
  ROLES_LAST_ADMINISTRATOR: 409,
  REAUTHENTICATION_REQUIRED: 403,
} as const

export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  summary: 'Edit a user',
  access: editing,
  params,
  body: z.strictObject({ ...userFields.partial().shape, version: z.number().int() }),
  reply: z.object({ item: details }),
  fails: {
    ...refusals,
    STALE_EDIT: 409,
    USERS_EMAIL_TAKEN: 409,
    USERS_BAN_REASON: 400,
    USERS_EMAIL_RIGHT: 403,
    USERS_EMAIL_UNVERIFIED: 400,
    ROLES_UNKNOWN: 400,
    ROLES_EXCEEDS_OWN: 403,
  },
})

export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  summary: 'Erase a user: the name becomes a pseudonym, sessions end, the ledger stays',
  access: { permission: 'admin.users.delete' },
  params,
  reply: z.object({ id: rowId }),
  fails: refusals,
})

export const listUserActivity = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/activity',
  summary: 'What a user did, or what was done to them, newest first',
  access: reading,
  params,
  query: listQuery({ filters: { side: z.enum(['actor', 'target']) } }),
  reply: listReply(
    z.object({
      id: z.string(),
      at: moment,
      action: z.string(),
      target: z.string().nullable(),
      ip: z.string().nullable(),
    }),
  ),
  fails: { NOT_FOUND: 404, BAD_CURSOR: 400 },
})

export const listUserSessions = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  summary: "A user's sessions",
  access: reading,
  params,
  reply: z.object({
    items: z.array(
      z.object({
        id: rowId,
        device: z.string(),
        ip: z.string(),
        createdAt: moment,
        lastSeenAt: moment,
        current: z.boolean(),
        isImpersonated: z.boolean(),
      }),
    ),
  }),
  fails: { NOT_FOUND: 404 },
})

const ended = z.object({ id: rowId })
const endFailures = { NOT_FOUND: 404, USERS_EXCEEDS_OWN: 403 } as const

export const endUserSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:session',
  summary: 'End one session of a user',
  access: editing,
  params: params.extend({ session: rowId }),
  reply: ended,
  fails: endFailures,
})

export const endUserSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  summary: 'End all sessions of a user but the one that asks',
  access: editing,
  params,
  reply: ended,
  fails: endFailures,
})

export const findBySupportPin = defineEndpoint({
  method: 'POST',
  path: '/api/users/support-pin',
  summary: 'Find the user who reads out a support PIN',
  access: listing,
  limit: 10,
  body: z.strictObject({ pin: supportPin }),
  reply: z.object({ id: rowId }),
  fails: { USERS_PIN_UNKNOWN: 404, RATE_LIMITED: 429 },
})

const ownPin = z.object({ pin: z.string(), expiresAt: moment })

export const getSupportPin = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/support-pin',
  summary: "The caller's own support PIN",
  access: { user: true },
  reply: z.object({ support: ownPin.nullable() }),
})

export const renewSupportPin = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/support-pin',
  summary: 'Give the caller a new support PIN; the old one ends',
  access: { user: true },
  limit: 10,
  reply: z.object({ support: ownPin }),
})
