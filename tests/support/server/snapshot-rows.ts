import type { Pool } from 'pg'

// Counters of refused tries, and when somebody was last seen, change by being refused.
const LEFT_OUT = new Set(['kernel.rate', 'kernel.session', 'users.account'])

/** Table → hash of its rows: two snapshots are equal exactly when no row changed. */
export async function snapshotRows(pool: Pool): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker') order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables.filter((each) => !LEFT_OUT.has(each.name))) {
    const { rows } = await pool.query<{ hash: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}
