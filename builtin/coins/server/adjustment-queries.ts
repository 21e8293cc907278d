import type { Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

const found = z.object({ sum: z.coerce.number() })

/**
 * All that one person adjusted within a day, in either direction, but for `exceptKey`, which may be a repeated request.
 * Holds a lock of that person until the commit: two adjustments at once would each miss the other.
 */
export async function sumAdjusted(tx: Queries, scope: string, exceptKey: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scope}, 0))`)
  const { rows } = await tx.execute(sql`
    select coalesce(sum(abs(e.amount)), 0) as sum
    from coins.transfer t join coins.entry e on e.transfer = t.id and e.amount is not null
      join coins.account a on a.id = e.account and a.kind = 'user'
    where t.scope = ${scope} and t.key <> ${exceptKey} and t.created_at > now() - interval '1 day'`)
  return found.parse(rows[0]).sum
}
