import type { LeaderboardCategory } from '@spawnpoint/contracts/leaderboard'
import type { Transaction } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'

/** Between two steps a place is counted, so this many rows are read at most. */
const STEP_ROWS = 1_000

/** Reads the people who count now. Banned and deleted people are not listed, and neither are those who asked for it. */
const readNow = ({ source }: LeaderboardCategory) => sql`
  create temporary table counted on commit drop as
  select s.person, s.value::bigint as value, a.shown is distinct from 'absent' as listed
  from (${sql.raw(source)}) s
  join kernel.identity i on i.id = s.person and i.banned_at is null and i.deleted_at is null
  left join leaderboard.appearance a on a.person = s.person
  where s.value > 0`

/** Only rows that changed are written. */
const changeScores = (category: string) => sql`
  merge into leaderboard.score t using counted s on t.category = ${category} and t.person = s.person
  when matched and (t.value <> s.value or t.listed <> s.listed) then
    update set value = s.value, listed = s.listed
  when not matched then
    insert (category, person, value, listed) values (${category}, s.person, s.value, s.listed)`

const dropScores = (category: string) => sql`
  delete from leaderboard.score t
  where t.category = ${category} and not exists (select from counted s where s.person = t.person)`

const addSteps = (category: string) => sql`
  insert into leaderboard.step (category, value, above, same)
  select distinct ${category}::text, value, above, same from (
    select value, rank() over (order by value desc) - 1 as above, count(*) over (partition by value) as same,
      row_number() over (order by value desc) as place
    from counted where listed) r
  where place % ${STEP_ROWS} = 1`

/** The transaction began with the count. */
const saveBoard = (category: string, now: Date) => sql`
  insert into leaderboard.board (category, counted_at, listed, took_ms)
  select ${category}, ${now.toISOString()}::timestamptz, count(*),
    (extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000)::bigint
  from counted where listed
  on conflict (category) do update
    set counted_at = excluded.counted_at, listed = excluded.listed, took_ms = excluded.took_ms`

/** Counts one category anew. */
export async function countScores(tx: Transaction, category: LeaderboardCategory, now: Date): Promise<void> {
  const { id } = category
  await tx.execute(sql`set local statement_timeout = '10min'`)
  // Two runs at once would write the same rows.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('leaderboard.count'))`)
  await tx.execute(readNow(category))
  await tx.execute(sql`analyze counted`)
  await tx.execute(changeScores(id))
  await tx.execute(dropScores(id))
  await tx.execute(sql`delete from leaderboard.step where category = ${id}`)
  await tx.execute(addSteps(id))
  await tx.execute(saveBoard(id, now))
}
