import { coins, defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { batchOrder } from './schemas.ts'

const permission = 'admin.redeem.codes'

export const listCodeUses = defineEndpoint({
  method: 'GET',
  path: '/api/redeem-codes/:id/uses',
  summary: 'List who redeemed a code and when, newest first',
  access: { permission: `${permission}.list`, alternatives: [`${permission}.edit`] },
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery(),
  reply: listReply(
    z.object({
      id: z.uuid(),
      user: z.object({ id: z.uuid(), username: z.string().nullable() }),
      coins,
      at: z.iso.datetime(),
    }),
  ),
  fails: { BAD_CURSOR: 400, NOT_FOUND: 404 },
})

export const createCodeBatch = defineEndpoint({
  method: 'POST',
  path: '/api/redeem-codes/batches',
  summary: 'Create many random codes at once; the same request key answers with the same codes',
  access: { permission: `${permission}.create` },
  body: batchOrder.extend({ requestKey: z.uuid() }),
  reply: z.object({ codes: z.array(z.string()) }),
  fails: { REDEEM_CODES_KEY_REUSED: 422 },
  limit: 20,
})
