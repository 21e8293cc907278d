import type pg from 'pg'

interface Planned {
  readonly moment: Date
  run(): Promise<unknown>
}

/** The span in which the database wrote what belongs to a moment, in its own words: a `Date` has no microseconds. */
interface Span {
  readonly from: string
  readonly to: string
  readonly moment: Date
}

const readColumns = `
  select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
    and (table_schema not in ('kernel', 'public', 'graphile_worker', 'pg_catalog', 'information_schema')
      or (table_schema, table_name) = ('kernel', 'audit'))
  group by 1`

// Columns hold milliseconds, rounded.
const moveColumn = (table: string, column: string) => `
  update ${table} set "${column}" = s.moment + ("${column}" - s.from_at)
  from unnest($1::timestamptz[], $2::timestamptz[], $3::timestamptz[]) as s (from_at, to_at, moment)
  where "${column}" between s.from_at - interval '500 us' and s.to_at + interval '500 us'`

/** Dates every row that was written in one of the spans to the moment of that span. */
async function dateBack(pool: pg.Pool, spans: readonly Span[]): Promise<void> {
  const values = [spans.map(({ from }) => from), spans.map(({ to }) => to), spans.map(({ moment }) => moment)]
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ name: string; columns: string[] }>(readColumns)
    for (const { name, columns } of rows) {
      // Rows that are only appended refuse a change by trigger.
      await client.query(`alter table ${name} disable trigger user`)
      for (const column of columns) await client.query(moveColumn(name, column), values)
      await client.query(`alter table ${name} enable trigger user`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Work that plugins plan for moments of the past. */
export function createPlannedWork(pool: pg.Pool) {
  const planned: Planned[] = []
  const readTime = async () => {
    const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now')
    return rows[0]?.now ?? new Date().toISOString()
  }
  return {
    plan: (moment: Date, run: () => Promise<unknown>) => void planned.push({ moment, run }),
    async run(): Promise<void> {
      const spans: Span[] = []
      for (const { moment, run } of planned.toSorted((a, b) => a.moment.getTime() - b.moment.getTime())) {
        const from = await readTime()
        // The product's clock stays: sessions would end in days without a call.
        await run()
        spans.push({ from, to: await readTime(), moment })
      }
      await dateBack(pool, spans)
    },
  }
}
