import { defineSettings, keptDaysOrForever } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const ticketSettings = defineSettings({
  /** Tickets of one customer that are not closed. */
  tickets_open_limit: {
    schema: z.number().int().min(1).max(100),
    default: 3,
    audience: 'server',
    group: 'general',
  },
  /** How long a reply of staff can be taken back before the customer sees it. */
  tickets_undo_seconds: {
    schema: z.number().int().min(0).max(60),
    default: 10,
    audience: 'server',
    group: 'general',
  },
  /** The most that one person of staff may grant with replies within 24 hours. */
  tickets_compensation_coins: {
    schema: z.number().int().min(0).max(1_000_000),
    default: 1000,
    audience: 'server',
    group: 'general',
    rootOnly: true,
  },
  tickets_compensation_days: {
    schema: z.number().int().min(0).max(365),
    default: 14,
    audience: 'server',
    group: 'general',
    rootOnly: true,
  },
  /** Counted from the closing of a ticket. */
  tickets_keep_closed_days: keptDaysOrForever,
})
