import type { Pool } from 'pg'

// The count of calls and the time of the last visit change with any call.
const LEFT_OUT = ['kernel.rate', 'kernel.session']
// Queued a moment after the commit of an event, which is itself a row of the outbox.
const HANDING_ON = 'kernel/fan-out'

/** Notes each row that is written from here on; `take` answers the tables since it was last asked. */
export async function watchWrites(pool: Pool): Promise<{ take(): Promise<readonly string[]> }> {
  await pool.query(`
    create schema watch;
    create table watch.written (name text not null);
    create function watch.note() returns trigger language plpgsql security definer as $$
    begin
      if coalesce(to_jsonb(new), to_jsonb(old))->>'key' = '${HANDING_ON}' then
        return null;
      end if;
      insert into watch.written values (tg_table_schema || '.' || tg_table_name);
      return null;
    end $$`)
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'watch')
       and schemaname || '.' || tablename <> all($1)`,
    [LEFT_OUT],
  )
  for (const { name } of rows)
    await pool.query(
      `create trigger watch_writes after insert or update or delete on ${name}
       for each row execute function watch.note()`,
    )
  return {
    async take() {
      const taken = await pool.query<{ name: string }>('delete from watch.written returning name')
      return [...new Set(taken.rows.map(({ name }) => name))].toSorted()
    },
  }
}
