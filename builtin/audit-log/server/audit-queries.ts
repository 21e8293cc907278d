import type { auditPeriods } from '@spawnpoint/contracts/audit-log'
import type { Queries } from '@spawnpoint/sdk/server'
import { sql, type SQL } from 'drizzle-orm'

export interface AuditRow extends Record<string, unknown> {
  readonly id: string
  readonly at: Date
  readonly actor: string | null
  readonly action: string
  readonly target: string | null
  readonly before: unknown
  readonly after: unknown
  readonly ip: string | null
  readonly attempts: number | null
}

export interface AuditFilter {
  readonly action?: string | undefined
  readonly since?: Date | undefined
  readonly by?: 'people' | 'product' | undefined
  /** An id of a person or of a row: what it did, and what was done to it. */
  readonly about?: string | undefined
}

interface Part {
  readonly past?: string | undefined
  readonly ascending: boolean
  readonly limit: number
}

const days: Record<(typeof auditPeriods)[number], number> = { day: 1, week: 7, month: 30, year: 365 }
export const sinceOf = (period: (typeof auditPeriods)[number], now: Date): Date =>
  new Date(now.getTime() - days[period] * 86_400_000)

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Ids rise with time, so a moment is a place in the log, found by its index. */
const newerThan = (since: Date): SQL =>
  sql`id > coalesce((select id from kernel.audit where at < ${since} order by at desc, id desc limit 1), 0)`

/**
 * One page. An id is looked up by the index of each side, and among servers that entries about their owner are of: one condition with "or" would read the whole log.
 */
export function pageOf({ action, since, by, about }: AuditFilter, { past, ascending, limit }: Part): SQL {
  const conditions = [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(since === undefined ? [] : [newerThan(since)]),
    ...(by === undefined ? [] : [by === 'people' ? sql`actor is not null` : sql`actor is null`]),
    ...(past === undefined ? [] : [ascending ? sql`id > ${past}::bigint` : sql`id < ${past}::bigint`]),
  ]
  const order = sql.raw(`order by id ${ascending ? 'asc' : 'desc'}`)
  const page = (own: SQL) =>
    sql`(select id, at, actor, action, target, before, after, ip, attempts from kernel.audit
      where ${sql.join([own, ...conditions], sql` and `)} ${order} limit ${limit})`
  return about === undefined
    ? page(sql`true`)
    : sql`${uuid.test(about) ? page(sql`actor = ${about}::uuid`) : page(sql`false`)} union ${page(sql`target = ${about}`)}
          union ${page(sql`after ->> 'server' = ${about}`)}
          ${order} limit ${limit}`
}

export async function readEntries(
  db: Queries,
  filter: AuditFilter,
  part: Part,
): Promise<readonly AuditRow[]> {
  const { rows } = await db.execute<AuditRow>(pageOf(filter, part))
  return rows.map((row) => ({ ...row, id: String(row.id), at: new Date(row.at) }))
}

/** Distinct actions, one step of the index for each. */
export async function readActions(db: Queries): Promise<readonly string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive each as (
      (select action from kernel.audit order by action limit 1)
      union all
      select (select a.action from kernel.audit a where a.action > each.action order by a.action limit 1)
      from each where each.action is not null)
    select action from each where action is not null limit 500`)
  return rows.map(({ action }) => action)
}
