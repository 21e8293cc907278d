import type { AuditEntry, AuditService, SecretsService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { sealAudit } from './audit-seal.ts'

interface Row extends Omit<AuditEntry, 'id'> {
  readonly id: number | bigint
}

export interface KernelAudit extends AuditService {
  /** Seals what was written since, and prunes attempts of more than 30 days ago. */
  sweep(signal?: AbortSignal): Promise<void>
}

type Write = AuditService['write']

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
const is = (column: string, value: string | null | undefined) =>
  value === null || value === undefined
    ? sql`${sql.identifier(column)} is null`
    : sql`${sql.identifier(column)} = ${value}`

/** Strangers may fail as often as they like: that costs one row an hour for what they try from one address. */
const writeAttempt: Write = async (tx, { actor, action, target, ip }) => {
  await tx.execute(sql`
    with counted as (
      update kernel.audit set attempts = attempts + 1 where id = (
        select id from kernel.audit
        where attempts is not null and ${is('action', action)} and ${is('ip', ip)} and ${is('target', target)}
          and ${is('actor', actor)} and at > now() - interval '1 hour'
        order by id desc limit 1)
      returning id)
    insert into kernel.audit (actor, action, target, ip, attempts)
    select ${actor}::uuid, ${action}, ${target ?? null}, ${ip ?? null}, 1 where not exists (select from counted)`)
}

const write: Write = async (tx, { actor, action, target, before, after, ip }) => {
  await tx.execute(sql`
    insert into kernel.audit (actor, action, target, before, after, ip)
    values (${actor}, ${action}, ${target ?? null}, ${json(before)}::jsonb, ${json(after)}::jsonb, ${ip ?? null})`)
}

/** An operator at the command line has no account here; without a mark the log could not tell them from the product. */
const fromCommandLine: Write = (tx, entry) => {
  if (entry.actor !== null) return write(tx, entry)
  const { after } = entry
  const isRecord = typeof after === 'object' && after !== null && !Array.isArray(after)
  const more = isRecord ? after : after === undefined ? {} : { value: after }
  return write(tx, { ...entry, after: { by: 'command line', ...more } })
}

export function createAudit(pool: pg.Pool, secrets: SecretsService, isCommand = false): KernelAudit {
  const writeEntry = isCommand ? fromCommandLine : write
  return {
    write: (tx, entry) => (entry.attempt ? writeAttempt : writeEntry)(tx, entry),
    async forget(tx, user) {
      await tx.execute(
        sql`update kernel.audit set before = null, after = null, ip = null where target = ${user}`,
      )
      await tx.execute(sql`update kernel.audit set ip = null where actor = ${user} and ip is not null`)
    },
    async forgetAddresses(before) {
      const statement = `update kernel.audit set ip = null where id in
        (select id from kernel.audit where ip is not null and attempts is null and at < $1 limit 10000)`
      // In parts: one statement over a large log would hold its rows for too long.
      while (((await pool.query(statement, [before])).rowCount ?? 0) > 0);
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
        `select floor(extract(epoch from at - $1) / 3600)::int as hour, sum(coalesce(attempts, 1))::int as entries
         from kernel.audit where at >= $1 and at < $1 + make_interval(hours => $2) group by 1`,
        [since, hours],
      )
      const found = new Map(rows.map(({ hour, entries }) => [hour, entries]))
      return Array.from({ length: hours }, (_, hour) => found.get(hour) ?? 0)
    },
    async sweep(signal) {
      await sealAudit(pool, secrets, signal)
      await pool.query(
        `delete from kernel.audit where attempts is not null and at < now() - interval '30 days'`,
      )
    },
  }
}
