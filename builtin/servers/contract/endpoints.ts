import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { buildReasons, logSteps, resourceShape } from '@spawnpoint/contracts/server-queue/schemas'
import { environment, limitFailures, ownOrderFailures, resourceBounds, serverDetails } from './schemas.ts'

export const serverStatuses = ['active', 'suspended', 'deleting'] as const
/** Why a change or deletion is not done yet, or was given up. */
export const changeProblems = ['PANEL_AWAY', 'PANEL_REFUSED', 'PANEL_FULL', 'PANEL_MISSING'] as const

/** State of a server on the panel; `missing` when the panel does not have it. */
export const panelStates = [
  'ready',
  'installing',
  'install-failed',
  'suspended',
  'restoring-backup',
  'missing',
] as const
export type PanelState = (typeof panelStates)[number]

const named = z.object({ id: z.uuid(), name: z.string().nullable() })
/** With the picture that staff chose: the name of a bundled one, or the path of an uploaded one. */
const pictured = named.extend({ picture: z.string().nullable() })
/** With the ISO 3166-1 alpha-2 code of its country, for the flag. */
const place = named.extend({ country: z.string().nullable() })
const details = { name: z.string(), description: z.string(), ...resourceShape }

export const serverItem = z.object({
  id: z.uuid(),
  /** Its entry in the queue; null for a server that was taken over from the panel. */
  buildId: z.uuid().nullable(),
  version: z.number(),
  identifier: z.string(),
  /** `host:port` where players join; null until the panel has said it. */
  address: z.string().nullable(),
  ...details,
  status: z.enum(serverStatuses),
  location: place,
  category: pictured,
  egg: pictured,
  /** The pending change of the server. */
  wanted: z.object(details).nullable(),
  problem: z.enum(changeProblems).nullable(),
  /** Why staff suspended it; null while it runs, and where no reason was kept. */
  suspensionReason: z.string().nullable(),
  /** Null until the panel was asked. */
  panelState: z.enum(panelStates).nullable(),
  /** Null while servers are not renewed. */
  expiresAt: z.iso.datetime().nullable(),
  suspendedForExpiry: z.boolean(),
  createdAt: z.iso.datetime(),
})

const queuedItem = z.object({
  id: z.uuid(),
  ...details,
  status: z.enum(['pending', 'building', 'failed']),
  reason: z.enum(buildReasons).nullable(),
  step: z.enum(logSteps),
  location: place,
  category: pictured,
  egg: pictured,
  createdAt: z.iso.datetime(),
})

const limits = z.object({ slots: z.number(), ...resourceShape })

export type ServerItem = z.output<typeof serverItem>
export type QueuedItem = z.output<typeof queuedItem>
export type Limits = z.output<typeof limits>

const params = z.strictObject({ id: z.uuid() })
const user = { user: true } as const

export const listServers = defineEndpoint({
  method: 'GET',
  path: '/api/servers',
  summary: 'List my servers, live and queued',
  access: user,
  reply: z.object({
    servers: z.array(serverItem),
    queued: z.array(queuedItem),
    slots: z.object({ used: z.number(), limit: z.number() }),
    /** Where servers are opened; null with the demonstration panel. */
    panelUrl: z.string().nullable(),
    /** Whether consoles, power buttons and graphs work: the operator has given the panel a client key. */
    console: z.boolean(),
  }),
})

export const serverLimits = defineEndpoint({
  method: 'GET',
  path: '/api/servers/limits',
  summary: 'What I may use, and what my servers use',
  access: user,
  reply: z.object({ used: limits, total: limits, free: limits }),
})

export const serverOptions = defineEndpoint({
  method: 'GET',
  path: '/api/servers/options',
  summary: 'What I can create a server from',
  access: user,
  reply: z.object({
    vip: z.boolean(),
    locations: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        description: z.string(),
        country: z.string().nullable(),
        picture: z.string().nullable(),
        status: z.enum(['online', 'offline', 'maintenance']),
        slots: z.number(),
        usedSlots: z.number(),
        vipOnly: z.boolean(),
        /** The frame at {@link latencyPath} says how far it is. */
        measured: z.boolean(),
      }),
    ),
    categories: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        description: z.string(),
        picture: z.string().nullable(),
        eggs: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            description: z.string(),
            picture: z.string().nullable(),
            vipOnly: z.boolean(),
          }),
        ),
      }),
    ),
    used: limits,
    total: limits,
    free: limits,
    /** The price of each further period and its days; null while servers are not renewed. */
    renewal: z.object({ cost: z.number().int(), days: z.number().int() }).nullable(),
  }),
})

export const eggVariables = defineEndpoint({
  method: 'GET',
  path: '/api/servers/eggs/:id/variables',
  summary: 'What I can set of a game before its server is built',
  access: user,
  params,
  reply: z.object({
    variables: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        description: z.string(),
        defaultValue: z.string(),
        /** The panel's rules in Laravel's notation, such as `required`, `max:20`. */
        rules: z.array(z.string()),
      }),
    ),
  }),
  fails: { NOT_FOUND: 404, SERVERS_SETTINGS_AWAY: 502, SERVERS_EGG_BROKEN: 409 },
  // Each is a call to the panel.
  limit: 60,
})

export const findPlaces = defineEndpoint({
  method: 'GET',
  path: '/api/servers/places',
  summary: 'Where a server of a size can be built now',
  access: user,
  query: z.object({
    memory: z.coerce.number().int().min(0).max(100_000_000),
    disk: z.coerce.number().int().min(0).max(100_000_000),
    cpu: z.coerce.number().int().min(0).max(100_000_000).default(0),
  }),
  reply: z.object({
    /** Locations with room for it; null while the panel does not say. */
    open: z.array(z.uuid()).nullable(),
  }),
  limit: 120,
})

export const createServer = defineEndpoint({
  method: 'POST',
  path: '/api/servers',
  summary: 'Order a server; the queue builds it',
  access: { user: true, flag: 'allow_servers' },
  body: z.strictObject({
    ...serverDetails,
    locationId: z.uuid(),
    categoryId: z.uuid(),
    eggId: z.uuid(),
    ...resourceBounds,
    /** That the terms of service are accepted; an order without it is refused as `SERVERS_TERMS`. */
    acceptTerms: z.boolean().default(false),
    /** Variables of the egg that differ from its defaults. */
    environment: environment.default({}),
    requestKey: z.uuid(),
  }),
  reply: z.object({ id: z.uuid() }),
  fails: ownOrderFailures,
  limit: 120,
})

export const getServer = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:id',
  summary: 'Read one of my servers',
  access: user,
  params,
  reply: z.object({ item: serverItem, panelUrl: z.string().nullable() }),
  fails: { NOT_FOUND: 404 },
})

const changeFailures = {
  NOT_FOUND: 404,
  STALE_EDIT: 409,
  SERVERS_DELETING: 409,
  SERVERS_CHANGE_PENDING: 409,
} as const

export const updateServer = defineEndpoint({
  method: 'PATCH',
  path: '/api/servers/:id',
  summary: 'Change one of my servers; the panel follows',
  access: user,
  params,
  body: z.strictObject({ ...serverDetails, ...resourceBounds, version: z.number().int() }),
  reply: z.object({ item: serverItem }),
  fails: {
    ...changeFailures,
    ...Object.fromEntries(Object.values(limitFailures).map((code) => [code, 409])),
  } as typeof changeFailures & Record<(typeof limitFailures)[keyof typeof limitFailures], 409>,
})

export const deleteServer = defineEndpoint({
  method: 'DELETE',
  path: '/api/servers/:id',
  summary: 'Delete one of my servers; its limits are free once the panel has let go of it',
  access: user,
  params,
  reply: z.object({ id: z.uuid() }),
  fails: { NOT_FOUND: 404 },
})

export const dismissBuild = defineEndpoint({
  method: 'DELETE',
  path: '/api/servers/queued/:id',
  summary: 'Remove one of my builds that failed or waits',
  access: user,
  params,
  reply: z.object({ id: z.uuid() }),
  fails: { NOT_FOUND: 404, SERVERS_BUILD_STARTED: 409 },
})
