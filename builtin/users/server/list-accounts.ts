import { CORE_ROLES } from '@spawnpoint/contracts/roles'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, count, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { writeCursor, type ListOrder, type Start } from './list-cursor.ts'
import { account, type Account } from './tables.ts'

const COUNTED = 10_000

const sorted: Record<ListOrder['sort'], { by: SQL; cast: SQL; valueOf: (row: Account) => string }> = {
  createdAt: {
    by: sql`${account.createdAt}`,
    cast: sql`::timestamptz`,
    valueOf: (row) => row.createdAt.toISOString(),
  },
  lastSeenAt: {
    by: sql`${account.lastSeenAt}`,
    cast: sql`::timestamptz`,
    valueOf: (row) => row.lastSeenAt.toISOString(),
  },
  username: {
    by: sql`lower(${account.username})`,
    cast: sql`::text`,
    valueOf: (row) => row.username.toLowerCase(),
  },
  email: { by: sql`lower(${account.email})`, cast: sql`::text`, valueOf: (row) => row.email.toLowerCase() },
}

/** `%`, `_` and `\` as themselves, not as wildcards. */
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const searched = (search: string) => {
  if (search === '') return undefined
  if (uuid.test(search)) return eq(account.id, search)
  const pattern = `%${escapeLike(search)}%`
  return sql`(${account.username} ilike ${pattern} or ${account.email} ilike ${pattern}
    or (${account.firstName} || ' ' || ${account.lastName}) ilike ${pattern})`
}

const ofRole = (role: string | undefined) => {
  if (role === undefined) return undefined
  const given = eq(account.roleId, role)
  return role === CORE_ROLES.default ? or(given, isNull(account.roleId)) : given
}

export interface ListFilter {
  readonly search: string
  readonly role?: string | undefined
  readonly banned?: 'true' | 'false' | undefined
}

export const listCondition = ({ search, role, banned }: ListFilter): SQL | undefined =>
  and(
    isNull(account.deletedAt),
    searched(search),
    ofRole(role),
    banned === undefined
      ? undefined
      : banned === 'true'
        ? isNotNull(account.bannedReason)
        : isNull(account.bannedReason),
  )

/** Exact for as many as a person might page through. */
export const countAccounts = async (db: Queries, where: SQL | undefined) => {
  const probe = db
    .select({ one: sql<number>`1`.as('one') })
    .from(account)
    .where(where)
    .limit(COUNTED + 1)
    .as('probe')
  const [counted] = await db.select({ rows: count() }).from(probe)
  const rows = counted?.rows ?? 0
  return { total: Math.min(rows, COUNTED), more: rows > COUNTED }
}

/** One page by key: the last one costs what the first does. */
export async function loadAccounts(
  db: Queries,
  request: {
    readonly where: SQL | undefined
    readonly order: ListOrder
    readonly start: Start | null
    readonly limit: number
  },
) {
  const { where, order, start, limit } = request
  const { by, cast, valueOf } = sorted[order.sort]
  const forward = start?.direction !== 'previous'
  const ascending = (order.order === 'asc') === forward
  const sign = sql.raw(ascending ? '>' : '<')
  const beyond = start && sql`(${by}, ${account.id}) ${sign} (${start.value}${cast}, ${start.id}::uuid)`
  const direct = ascending ? asc : desc
  const found = await db
    .select()
    .from(account)
    .where(and(where, beyond ?? undefined))
    .orderBy(direct(by), direct(account.id))
    .limit(limit + 1)
  const more = found.length > limit
  const page = found.slice(0, limit)
  const rows = forward ? page : page.toReversed()
  const cursor = (direction: Start['direction'], row: Account | undefined) =>
    row ? writeCursor(order, { direction, value: valueOf(row), id: row.id }) : null
  return {
    rows,
    next: (forward ? more : true) ? cursor('next', rows.at(-1)) : null,
    previous: (forward ? start !== null : more) ? cursor('previous', rows[0]) : null,
  }
}
