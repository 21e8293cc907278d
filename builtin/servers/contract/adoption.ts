import { panelListFailures } from '@spawnpoint/contracts/panel/schemas'
import { defineEndpoint, plainText, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { limitFailures, resourceKeys, type ResourceKey } from './schemas.ts'

const access = { permission: 'admin.servers.edit' } as const
const whole = z.number().int()
const named = z.object({ id: z.uuid(), name: z.string() })

const conflicts = (codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, 409 as const]))

/** Why a server of the panel cannot be taken over. */
const adoptionFailures = {
  NOT_FOUND: 404,
  /** It belongs to an account here already, or is being built. */
  SERVERS_ALREADY_HERE: 409,
  ...panelListFailures,
} as const

export const readForeignServer = defineEndpoint({
  method: 'GET',
  path: '/api/servers/comparison/foreign/:panelId',
  summary: 'Read a server of the panel that is not in any account, and what it needs to be taken over',
  access,
  params: z.strictObject({ panelId: z.string().max(40) }),
  reply: z.object({
    name: z.string(),
    address: z.string().nullable(),
    resources: z.object(
      Object.fromEntries(resourceKeys.map((key) => [key, whole])) as Record<ResourceKey, typeof whole>,
    ),
    /** Without a limit for memory, disk or CPU there is nothing to count. */
    unlimited: z.boolean(),
    /** The account here that its owner on the panel is linked to. */
    owner: z.object({ id: z.uuid(), username: z.string() }).nullable(),
    /** Its owner's number on the panel. */
    panelUserId: whole,
    /** Whether it fits into the owner's limits as they are. */
    fits: z.boolean(),
    /** Location and egg that stand for those on the panel; null where none or several do. */
    locationId: z.uuid().nullable(),
    eggId: z.uuid().nullable(),
    locations: z.array(named),
    eggs: z.array(named),
  }),
  fails: adoptionFailures,
  limit: 120,
})

export const adoptServer = defineEndpoint({
  method: 'POST',
  path: '/api/servers/comparison/foreign/:panelId',
  summary: 'Take over a server of the panel into the account that its owner there is linked to',
  access,
  params: z.strictObject({ panelId: z.string().max(40) }),
  body: z.strictObject({
    locationId: rowId,
    eggId: rowId,
    /** Raises the owner's limits as far as the server needs; takes `admin.users.edit`. */
    raiseLimits: z.boolean(),
    reason: plainText(1, 200),
  }),
  reply: z.object({ id: z.uuid() }),
  fails: {
    ...adoptionFailures,
    SERVERS_NO_LINKED_OWNER: 409,
    SERVERS_UNLIMITED: 409,
    SERVERS_EXCEEDS_OWN: 403,
    SERVERS_ACTION_FORBIDDEN: 403,
    SERVERS_LIMITS_CEILING: 403,
    SERVERS_LOCATION_UNKNOWN: 400,
    SERVERS_EGG_UNKNOWN: 400,
    SERVERS_NO_SLOT: 409,
    ...(conflicts(Object.values(limitFailures)) as Record<(typeof limitFailures)[ResourceKey], 409>),
    REAUTHENTICATION_REQUIRED: 403,
  },
  limit: 120,
})
