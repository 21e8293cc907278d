import { readCoinFigures } from '@spawnpoint/contracts/coins'
import { answer, Clock, Database, type Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

const DAYS = 30

// Through Drizzle a bigint arrives as text.
const whole = z.coerce.number().int()
const dayRow = z.object({ age: whole, earned: whole, spent: whole })
const heldRow = z.object({ held: whole })

const sumBalances = async (db: Queries): Promise<number> => {
  const { rows } = await db.execute(
    sql`select coalesce(sum(balance), 0) as held from coins.account where kind = 'user'`,
  )
  return heldRow.parse(rows[0]).held
}

/** Sums that system accounts gave to users and took from them, by spans of 24 hours before `until`. */
const listDays = async (db: Queries, until: string) => {
  const { rows } = await db.execute(sql`
    select floor(extract(epoch from ${until}::timestamptz - t.created_at) / 86400)::int as age,
      coalesce(sum(-e.amount) filter (where e.amount < 0), 0) as earned,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0) as spent
    from coins.transfer t join coins.entry e on e.transfer = t.id
    where t.created_at > ${until}::timestamptz - make_interval(days => ${2 * DAYS}) and t.created_at <= ${until}::timestamptz
      and e.account in (select id from coins.account where kind = 'system')
    group by 1`)
  return rows.map((row) => dayRow.parse(row))
}

export const handleReadCoinFigures = answer(
  readCoinFigures,
  { db: Database, clock: Clock },
  async ({ db, clock }) => {
    const [circulating, rows] = await Promise.all([
      sumBalances(db.orm),
      listDays(db.orm, clock.now().toISOString()),
    ])
    const days = (side: 'earned' | 'spent') =>
      Array.from({ length: DAYS }, (_, day) => rows.find(({ age }) => age === DAYS - 1 - day)?.[side] ?? 0)
    const before = (side: 'earned' | 'spent') =>
      rows.reduce((total, row) => (row.age < DAYS ? total : total + row[side]), 0)
    return {
      circulating,
      earned: days('earned'),
      spent: days('spent'),
      earnedBefore: before('earned'),
      spentBefore: before('spent'),
    }
  },
)
