import {
  choicesReply,
  defineEndpoint,
  listQuery,
  listReply,
  plainText,
  rowId,
  userId,
} from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { serverItem } from './endpoints.ts'
import { limitFailures } from './schemas.ts'

const listing = { permission: 'admin.servers.list' } as const
const editing = { permission: 'admin.servers.edit' } as const
const params = z.strictObject({ id: z.uuid() })
const whole = z.number().int()
const moment = z.iso.datetime()
const person = z.object({ id: z.uuid(), username: z.string().nullable() })

/** States that staff filter by; `trouble` needs a decision. */
export const listedStates = ['active', 'suspended', 'deleting', 'trouble'] as const
export const expiries = ['week', 'past'] as const

const staffServer = serverItem.extend({
  owner: person,
  panelId: whole,
  /** Gets the server as soon as the panel has been told. */
  newOwner: person.nullable(),
  suspendedByStaff: z.boolean(),
  panelOwnerDiffers: z.boolean(),
  /** The panel has not yet been told to stop it, or to let it run again. */
  telling: z.boolean(),
})

export type StaffServer = z.output<typeof staffServer>

export const listAllServers = defineEndpoint({
  method: 'GET',
  path: '/api/servers/all',
  summary: 'List the servers of everyone',
  access: listing,
  query: listQuery({
    sort: ['createdAt', 'name', 'expiresAt'],
    filters: {
      state: z.enum(listedStates),
      location: rowId,
      egg: rowId,
      expiry: z.enum(expiries),
    },
  }).extend({ owner: z.uuid().optional() }),
  reply: listReply(staffServer),
  fails: { BAD_CURSOR: 400 },
})

const named = z.object({ id: z.uuid(), name: z.string() })

export const readServerOverview = defineEndpoint({
  method: 'GET',
  path: '/api/servers/all/overview',
  summary: 'How many servers there are by state, and what they can be filtered by',
  access: listing,
  reply: z.object({
    total: whole,
    suspended: whole,
    trouble: whole,
    /** Servers of the panel that were not created here. */
    foreign: whole,
    locations: z.array(named),
    eggs: z.array(named),
    /** Where staff open a server on the panel, with `{id}` for its number; null with the demonstration panel. */
    panelPage: z.string().nullable(),
  }),
})

const actFailures = {
  NOT_FOUND: 404,
  SERVERS_DELETING: 409,
  SERVERS_EXCEEDS_OWN: 403,
  REAUTHENTICATION_REQUIRED: 403,
} as const
const reason = plainText(1, 200)

export const deleteAnyServer = defineEndpoint({
  method: 'POST',
  path: '/api/servers/all/:id/deletion',
  summary: 'Delete a server; its limits are free once the panel has let go of it',
  access: { permission: 'admin.servers.delete' },
  params,
  body: z.strictObject({
    reason,
    /** For a deletion that is stuck: the panel forgets the server although its node does not answer. */
    force: z.boolean().default(false),
  }),
  reply: z.object({ id: z.uuid() }),
  fails: { ...actFailures, SERVERS_NOT_STUCK: 409 },
})

const transferFailures = {
  ...actFailures,
  SERVERS_CHANGE_PENDING: 409,
  SERVERS_NO_RECEIVER: 404,
  SERVERS_SAME_OWNER: 409,
  SERVERS_NO_SLOT: 409,
  ...(Object.fromEntries(Object.values(limitFailures).map((code) => [code, 409])) as Record<
    (typeof limitFailures)[keyof typeof limitFailures],
    409
  >),
} as const

export const transferServer = defineEndpoint({
  method: 'PUT',
  path: '/api/servers/all/:id/owner',
  summary: 'Give a server to another user within their limits, as soon as the panel has been told',
  access: editing,
  params,
  body: z.strictObject({ owner: userId, reason }),
  reply: z.object({ id: z.uuid() }),
  fails: transferFailures,
})

export const findReceivers = defineEndpoint({
  method: 'GET',
  path: '/api/servers/all/receivers',
  summary: 'Find the user who gets a server by part of the username, or by the whole email address or id',
  access: editing,
  query: z.strictObject({ search: z.string().trim().max(191).default('') }),
  reply: choicesReply,
})

export const bulkActions = ['suspend', 'unsuspend', 'delete', 'transfer'] as const
export type BulkAction = (typeof bulkActions)[number]
const mostInBulk = 100

/** Deleting takes `admin.servers.delete`, all else `admin.servers.edit`. */
const acting = { ...editing, alternatives: ['admin.servers.delete'] } as const

export const startBulk = defineEndpoint({
  method: 'POST',
  path: '/api/servers/bulk',
  summary: 'Do the same with many servers in the background',
  access: acting,
  body: z.strictObject({
    /** Chosen by the caller, so that a repeated request is one. */
    id: z.uuid(),
    action: z.enum(bulkActions),
    servers: z.array(z.uuid()).min(1).max(mostInBulk),
    reason,
    owner: userId.optional(),
  }),
  reply: z.object({ id: z.uuid() }),
  fails: {
    SERVERS_NO_RECEIVER: 404,
    SERVERS_ACTION_FORBIDDEN: 403,
    SERVERS_KEY_REUSED: 422,
    REAUTHENTICATION_REQUIRED: 403,
  },
  limit: 60,
})

/** `waiting`: decided here, and the panel has not confirmed it yet. */
export const bulkStates = ['queued', 'waiting', 'done', 'refused'] as const

export const readBulk = defineEndpoint({
  method: 'GET',
  path: '/api/servers/bulk/:id',
  summary: 'What has become of each server of an action on many',
  access: acting,
  params,
  reply: z.object({
    action: z.enum(bulkActions),
    /** False while servers are still waiting for their turn. */
    finished: z.boolean(),
    rows: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        state: z.enum(bulkStates),
        /** Why it was refused. */
        code: z.string().nullable(),
      }),
    ),
  }),
  fails: { NOT_FOUND: 404 },
})

export const listBulks = defineEndpoint({
  method: 'GET',
  path: '/api/servers/bulk',
  summary: 'The own actions on many servers of the last 30 days, newest first, the latest twenty',
  access: acting,
  reply: z.object({
    runs: z.array(
      z.object({
        id: z.uuid(),
        action: z.enum(bulkActions),
        reason: z.string(),
        at: moment,
        servers: whole,
        /** False while servers are still waiting for their turn. */
        finished: z.boolean(),
      }),
    ),
  }),
})

export const differences = ['missing', 'install-failed', 'suspended-there', 'other-owner'] as const

const page = { access: listing, query: listQuery(), fails: { BAD_CURSOR: 400 } } as const

export const listDifferences = defineEndpoint({
  method: 'GET',
  path: '/api/servers/comparison/differences',
  summary: 'Servers here that differ from the panel, newest first',
  ...page,
  reply: listReply(
    z.object({
      id: z.uuid(),
      name: z.string(),
      owner: person,
      panelId: whole,
      difference: z.enum(differences),
    }),
  ),
})

export const listForeign = defineEndpoint({
  method: 'GET',
  path: '/api/servers/comparison/foreign',
  summary: 'Servers of the panel that were not created here, as the last comparison found them',
  ...page,
  reply: listReply(z.object({ id: whole, name: z.string() })),
})

export const readComparison = defineEndpoint({
  method: 'GET',
  path: '/api/servers/comparison',
  summary: 'Where servers here and on the panel differ',
  access: listing,
  reply: z.object({
    connected: z.boolean(),
    running: z.boolean(),
    comparedAt: moment.nullable(),
    /** How many differ; {@link listDifferences} and {@link listForeign} name them. */
    ours: whole,
    foreign: whole,
  }),
})

export const startComparison = defineEndpoint({
  method: 'POST',
  path: '/api/servers/comparison',
  summary: 'Compare all servers with the panel now',
  access: editing,
  reply: z.object({ running: z.boolean() }),
})
