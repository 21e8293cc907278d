import type { Appearance } from '@spawnpoint/contracts/leaderboard'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { appearance, board, score, step } from './tables.ts'

const placeRow = z.object({ person: z.uuid(), value: z.coerce.number(), shown: z.string().nullable() })

/** People who were banned, deleted or hidden since the last count are left out at once. */
export const listFirst = async (db: Queries, category: string, limit: number) => {
  const { rows } = await db.execute(sql`
    select s.person, s.value, a.shown from leaderboard.score s
    join kernel.identity i on i.id = s.person and i.banned_at is null and i.deleted_at is null
    left join leaderboard.appearance a on a.person = s.person
    where s.category = ${category} and s.listed and a.shown is distinct from 'absent'
    order by s.value desc, s.person limit ${limit}`)
  return rows.map((row) => placeRow.parse(row))
}

/** How many listed people have more, by the next step above and the rows in between. */
const countAbove = async (db: Queries, category: string, value: number): Promise<number> => {
  const [next] = await db
    .select()
    .from(step)
    .where(and(eq(step.category, category), gte(step.value, value)))
    .orderBy(asc(step.value))
    .limit(1)
  if (next?.value === value) return next.above
  const { rows } = await db.execute(sql`
    select count(*)::int as between from leaderboard.score
    where category = ${category} and listed and value > ${value} ${next ? sql`and value < ${next.value}` : sql``}`)
  const between = z.object({ between: z.number() }).parse(rows[0]).between
  return (next ? next.above + next.same : 0) + between
}

export async function findPlace(db: Queries, category: string, person: string) {
  const [own] = await db
    .select({ value: score.value })
    .from(score)
    .where(and(eq(score.category, category), eq(score.person, person)))
  return own ? { value: own.value, rank: (await countAbove(db, category, own.value)) + 1 } : null
}

export async function findBoard(db: Queries, category: string) {
  const [found] = await db.select().from(board).where(eq(board.category, category))
  return found ?? null
}

export async function findAppearance(db: Queries, person: string): Promise<Appearance> {
  const [found] = await db.select().from(appearance).where(eq(appearance.person, person))
  return found?.shown ?? 'named'
}

export const saveAppearance = (db: Queries, person: string, shown: Appearance) =>
  db
    .insert(appearance)
    .values({ person, shown })
    .onConflictDoUpdate({ target: appearance.person, set: { shown } })

/** Counts of categories whose plugin has gone. */
export const dropOthers = async (db: Queries, categories: readonly string[]) => {
  for (const table of [score, step, board])
    await db
      .delete(table)
      .where(categories.length > 0 ? sql`${table.category} <> all(${sql.param([...categories])})` : sql`true`)
}
