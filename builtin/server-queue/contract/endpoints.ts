import { choicesReply, defineEndpoint, listQuery, listReply, plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { environment, orderFailures, resourceBounds } from '@spawnpoint/contracts/servers/schemas'
import { buildReasons, buildStatuses, logSteps, resourceShape } from './schemas.ts'

const buildRow = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(buildStatuses),
  reason: z.enum(buildReasons).nullable(),
  owner: z.object({ id: z.uuid(), username: z.string().nullable() }),
  locationId: z.uuid(),
  locationName: z.string().nullable(),
  ...resourceShape,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

const logLine = z.object({
  id: z.string(),
  buildId: z.uuid(),
  at: z.iso.datetime(),
  step: z.enum(logSteps),
  reason: z.enum(buildReasons).nullable(),
  detail: z.string().nullable(),
})

export type BuildRow = z.output<typeof buildRow>
export type LogLine = z.output<typeof logLine>

const params = z.strictObject({ id: z.uuid() })

export const listBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/server-queue',
  summary: 'List the server queue',
  access: { permission: 'admin.server.queue.list' },
  query: listQuery({ filters: { status: z.enum(buildStatuses) } }).extend({
    /** Only servers of this person. */
    owner: z.uuid().optional(),
  }),
  reply: listReply(buildRow),
  fails: { BAD_CURSOR: 400 },
})

export const countBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/server-queue/counts',
  summary: 'Count the server queue by state',
  access: { permission: 'admin.server.queue.list' },
  reply: z.object({
    total: z.number(),
    pending: z.number(),
    building: z.number(),
    failed: z.number(),
    /** The panel refuses its key: nothing is built until that is mended. */
    paused: z.boolean(),
  }),
})

export const getBuild = defineEndpoint({
  method: 'GET',
  path: '/api/server-queue/:id',
  summary: 'Read one entry of the server queue',
  access: { permission: 'admin.server.queue.view' },
  params,
  reply: z.object({
    item: buildRow.extend({
      description: z.string(),
      categoryName: z.string().nullable(),
      eggId: z.uuid(),
      eggName: z.string().nullable(),
      detail: z.string().nullable(),
      attempts: z.number(),
      nextAttemptAt: z.iso.datetime().nullable(),
      ignoreLimits: z.boolean(),
      panelServerId: z.number().nullable(),
    }),
    /** Empty without the permission to read logs. */
    log: z.array(logLine),
  }),
  fails: { NOT_FOUND: 404 },
})

export const removeBuild = defineEndpoint({
  method: 'DELETE',
  path: '/api/server-queue/:id',
  summary: 'Delete an entry of the server queue that is not completed',
  access: { permission: 'admin.server.queue.delete' },
  params,
  reply: z.object({ id: z.uuid() }),
  fails: { NOT_FOUND: 404, QUEUE_COMPLETED: 409 },
})

export const retryBuild = defineEndpoint({
  method: 'POST',
  path: '/api/server-queue/:id/retry',
  summary:
    'Order the server of a failed build again, within the same limits; the new build takes over its log',
  access: { permission: 'admin.server.queue.create' },
  params,
  /** The new build. Retrying the same failed build twice gives the same one. */
  reply: z.object({ id: z.uuid() }),
  fails: {
    ...orderFailures,
    NOT_FOUND: 404,
    QUEUE_NO_OWNER: 404,
    QUEUE_NOT_FAILED: 409,
    QUEUE_SERVERS_OFF: 503,
  },
})

export const listLogs = defineEndpoint({
  method: 'GET',
  path: '/api/server-queue/logs',
  summary: 'Read the log of all builds or of one, newest first',
  access: { permission: 'admin.server.queue.logs.view' },
  query: listQuery({ filters: { step: z.enum(logSteps) } }).extend({ build: z.uuid().optional() }),
  reply: listReply(logLine.extend({ buildName: z.string().nullable() })),
  fails: { BAD_CURSOR: 400 },
})

export const findOwners = defineEndpoint({
  method: 'GET',
  path: '/api/server-queue/owners',
  summary:
    'Find the customer that a server is created for by part of the username, or by the whole email address or id',
  access: { permission: 'admin.server.queue.create' },
  query: z.strictObject({ search: z.string().trim().max(191).default('') }),
  reply: choicesReply,
})

export const buildOptions = defineEndpoint({
  method: 'GET',
  path: '/api/server-queue/options',
  summary: 'What a server can be created from, for the form of staff',
  access: { permission: 'admin.server.queue.create' },
  reply: z.object({
    locations: z.array(z.object({ id: z.uuid(), name: z.string() })),
    categories: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        eggs: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),
  }),
})

export const createBuild = defineEndpoint({
  method: 'POST',
  path: '/api/server-queue',
  summary: 'Create a server for a customer',
  access: { permission: 'admin.server.queue.create' },
  body: z.strictObject({
    owner: z.uuid(),
    name: plainText(1, 32),
    description: plainText(0, 255),
    locationId: z.uuid(),
    categoryId: z.uuid(),
    eggId: z.uuid(),
    ...resourceBounds,
    environment: environment.default({}),
    requestKey: z.uuid(),
    ignoreLimits: z.boolean().default(false),
    /** Why the limits do not count; kept in the audit log. */
    reason: plainText(0, 500).default(''),
  }),
  reply: z.object({ id: z.uuid() }),
  fails: { ...orderFailures, QUEUE_NO_OWNER: 404, QUEUE_REASON_NEEDED: 400, QUEUE_SERVERS_OFF: 503 },
})
