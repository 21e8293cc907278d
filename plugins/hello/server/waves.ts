import type { PluginQueries } from '@spawnpoint/sdk/server'

export interface Wave {
  readonly id: string
  readonly person: string
  readonly at: Date
}

const PAGE = 25

export async function addWave(db: PluginQueries, person: string): Promise<string> {
  const [row] = await db.sql<{ id: string }>`insert into wave (person) values (${person}) returning id`
  if (!row) throw new Error('an insert without a condition returns its row')
  return row.id
}

export async function countWaves(db: PluginQueries): Promise<number> {
  const [row] = await db.sql<{ found: number }>`select count(*)::int as found from wave`
  return row?.found ?? 0
}

export async function countWavesOf(db: PluginQueries, person: string): Promise<number> {
  const [row] = await db.sql<{ found: number }>`
    select count(*)::int as found from wave where person = ${person}`
  return row?.found ?? 0
}

export async function pageOfWaves(db: PluginQueries, before: string | undefined) {
  const rows = await db.sql<Wave>`
    select id, person, at from wave
    where ${before ?? null}::uuid is null
      or (at, id) < (select at, id from wave where id = ${before ?? null}::uuid)
    order by at desc, id desc limit ${PAGE + 1}`
  return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE }
}

export async function sweepWaves(db: PluginQueries, days: number): Promise<void> {
  await db.sql`delete from wave where at < now() - make_interval(days => ${days}::int)`
}

export async function welcome(db: PluginQueries, person: string): Promise<void> {
  await db.sql`insert into welcome (person) values (${person}) on conflict do nothing`
}

export async function findWelcome(db: PluginQueries, person: string): Promise<Date | null> {
  const [row] = await db.sql<{ at: Date }>`select at from welcome where person = ${person}`
  return row?.at ?? null
}
