import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { compensationBounds } from './bounds.ts'

const amount = (most: number) => z.number().int().min(0).max(most)

/** Coins, days of a server of the customer's, or both, that go with a reply. */
export const offeredCompensation = z
  .strictObject({
    coins: amount(compensationBounds.coins),
    days: amount(compensationBounds.days),
    serverId: rowId.nullable(),
  })
  .refine(({ coins, days }) => coins > 0 || days > 0, { path: ['coins'], error: 'too_small' })
  .refine(({ days, serverId }) => days > 0 === (serverId !== null), { path: ['serverId'], error: 'required' })
export type OfferedCompensation = z.output<typeof offeredCompensation>

/** The grant of a reply, as its readers see it. */
export const grantedCompensation = z.object({
  coins: z.number().int(),
  days: z.number().int(),
  /** The name of the server that got the days. */
  server: z.string().nullable(),
})
export type GrantedCompensation = z.output<typeof grantedCompensation>

const budget = z.object({ left: z.number().int(), daily: z.number().int() })

/** A grant that was taken back with its reply, for the editor. */
export const takenCompensation = grantedCompensation.extend({ serverId: rowId.nullable() })
export type TakenCompensation = z.output<typeof takenCompensation>

export const readCompensation = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/:id/compensation',
  summary: 'What the caller may grant to the customer of a ticket today',
  access: { permission: 'admin.tickets.compensate' },
  params: z.strictObject({ id: rowId }),
  reply: z.object({
    /** Null while there are no coins. */
    coins: budget.nullable(),
    days: budget,
    /** Servers of the customer that expire, and so can get days. */
    servers: z.array(z.object({ id: rowId, name: z.string(), expiresAt: z.iso.datetime() })),
  }),
  fails: { NOT_FOUND: 404, TICKETS_COMPENSATION_DENIED: 403 },
})
