import { coins, defineEndpoint, plainText, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** `void`: canceled by staff. */
export const ownHoldStates = ['open', 'paid', 'void'] as const

const ownHold = z.object({
  id: rowId,
  /** The plugin that pays, and its kind of transaction. */
  source: z.string(),
  kind: z.string(),
  note: z.string(),
  coins,
  at: z.iso.datetime(),
  state: z.enum(ownHoldStates),
  appealedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
})

export const listOwnHolds = defineEndpoint({
  method: 'GET',
  path: '/api/anti-abuse/own-holds',
  summary: 'List the latest own earnings that staff look at or have decided',
  access: { user: true },
  query: z.strictObject({ source: z.string().max(64).optional() }),
  reply: z.object({ holds: z.array(ownHold) }),
})

export const appealHold = defineEndpoint({
  method: 'POST',
  path: '/api/anti-abuse/own-holds/:id/appeal',
  summary: 'Tell staff why a held earning is in order, once',
  access: { user: true },
  params: z.strictObject({ id: rowId }),
  body: z.strictObject({ text: plainText(10, 1000) }),
  reply: z.object({ appealedAt: z.iso.datetime() }),
  fails: { NOT_FOUND: 404, HOLDS_APPEALED: 409, HOLDS_DECIDED: 409, HOLDS_TOO_MANY: 429 },
})

export const saveDevice = defineEndpoint({
  method: 'POST',
  path: '/api/anti-abuse/devices',
  summary: 'Tell which browser this is, where accounts are compared; only a keyed hash is kept, for 30 days',
  access: { user: true, flag: 'firewall_block_alts' },
  body: z.strictObject({ device: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  limit: 10,
})
