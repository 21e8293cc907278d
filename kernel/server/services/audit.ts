import type { AuditEntry, AuditService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'

interface Row extends Omit<AuditEntry, 'id'> {
  readonly id: number | bigint
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export function createAudit(pool: pg.Pool): AuditService {
  return {
    async write(tx, { actor, action, target, before, after, ip }) {
      await tx.execute(sql`
        insert into kernel.audit (actor, action, target, before, after, ip)
        values (${actor}, ${action}, ${target ?? null}, ${json(before)}::jsonb, ${json(after)}::jsonb, ${ip ?? null})`)
    },
    async list({ actor, target, about, before, after, limit }) {
      const order = `order by id ${after === undefined ? 'desc' : 'asc'} limit $5`
      const page = (where: string) =>
        `(select id, at, actor, action, target, before, after, ip from kernel.audit where ${where}
          and ($3::bigint is null or id < $3) and ($4::bigint is null or id > $4) ${order})`
      // Two reads by index: one condition with "or" would scan the log.
      const text =
        about === undefined
          ? page('($1::uuid is null or actor = $1) and ($2::text is null or target = $2)')
          : `${page('actor = $1::uuid')} union ${page('target = $2::text')} ${order}`
      const values = [about ?? actor ?? null, about ?? target ?? null, before ?? null, after ?? null, limit]
      const { rows } = await pool.query<Row>(text, values)
      return rows.map((row) => ({ ...row, id: String(row.id) }))
    },
    async countByHour(since, hours) {
      const { rows } = await pool.query<{ hour: number; entries: number }>(
        `select floor(extract(epoch from at - $1) / 3600)::int as hour, count(*)::int as entries
         from kernel.audit where at >= $1 and at < $1 + make_interval(hours => $2) group by 1`,
        [since, hours],
      )
      const found = new Map(rows.map(({ hour, entries }) => [hour, entries]))
      return Array.from({ length: hours }, (_, hour) => found.get(hour) ?? 0)
    },
  }
}
