import { defineEndpoint, plainText, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { serverItem } from './endpoints.ts'

const params = z.strictObject({ user: userId })

const userServer = serverItem.extend({
  /** Stands still because staff want it so, whatever becomes of a ban. */
  suspendedByStaff: z.boolean(),
  /** On the panel it belongs to another account. */
  panelOwnerDiffers: z.boolean(),
  /** The panel has not yet been told to stop it, or to let it run again. */
  telling: z.boolean(),
})

export type UserServer = z.output<typeof userServer>

export const listUserServers = defineEndpoint({
  method: 'GET',
  path: '/api/servers/of/:user',
  summary: "A customer's servers",
  access: { permission: 'admin.servers.list' },
  params,
  reply: z.object({
    servers: z.array(userServer),
    /** Where servers are opened; null with the demonstration panel. */
    panelUrl: z.string().nullable(),
    /** False when this person may do what the caller may not. */
    editable: z.boolean(),
  }),
  fails: { NOT_FOUND: 404 },
})

export const suspendUserServer = defineEndpoint({
  method: 'PUT',
  path: '/api/servers/of/:user/:id/suspension',
  summary: "Suspend a customer's server, or bring it back; the panel follows",
  access: { permission: 'admin.servers.edit' },
  params: params.extend({ id: z.uuid() }),
  body: z.strictObject({ suspended: z.boolean(), reason: plainText(1, 200) }),
  reply: z.object({ id: z.uuid() }),
  fails: {
    NOT_FOUND: 404,
    SERVERS_DELETING: 409,
    SERVERS_OWNER_BANNED: 409,
    SERVERS_EXCEEDS_OWN: 403,
  },
})
