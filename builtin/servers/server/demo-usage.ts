import type { DatabaseService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { server, usage } from './tables.ts'

/** A month of measurements of each server, with evenings and with hours in which it stood still. */
export const fillUsage = async (db: DatabaseService): Promise<void> => {
  await db.orm.execute(sql`
    insert into ${usage} (server, minutes, at, samples, cpu_average, cpu_highest, memory_average, memory_highest,
      disk_average, disk_highest, rates, received_average, received_highest, sent_average, sent_highest)
    select id, minutes, at, minutes / 5, cpu * load / 100, cpu * least(load * 1.4 + 8, 100) / 100,
      memory * 1048576.0 * (0.4 + load / 250), memory * 1048576.0 * (0.45 + load / 220),
      disk * 1048576.0 * (0.2 + age), disk * 1048576.0 * (0.2 + age), minutes / 5,
      load * 900, load * 1500, load * 4100, load * 7300
    from ${server}
    cross join (values (5, interval '24 hours'), (120, interval '30 days')) as span (minutes, length)
    cross join lateral generate_series(date_bin(make_interval(mins => minutes), now() - length, 'epoch'), now(),
      make_interval(mins => minutes)) as at
    cross join lateral (select extract(epoch from at)::float8 / 86400 as day, abs(hashtext(id::text)) % 7 as own) as when_it_was
    cross join lateral (select 0.1 * (1 - extract(epoch from now() - at)::float8 / 2592000) as age,
      14 + 30 * (1 + sin((day - 0.5) * 2 * pi())) + 6 * sin(day * 61 + own) + own as load) as used
    where status = 'active' and (minutes * 7 + own * 13 + floor(day * 5)::bigint) % 23 <> 0
    on conflict do nothing`)
}
