import { CORE_ROLES } from '@spawnpoint/contracts/roles'
import type { listUsers, UsersService } from '@spawnpoint/contracts/users'
import { begins, contains, searchPage } from '@spawnpoint/sdk/list/server'
import type { HandlerInput, Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { findAccounts, isLogin } from './account-queries.ts'
import { account, type Account } from './tables.ts'

type ListedUsers = HandlerInput<typeof listUsers>['query']

const sorted = {
  createdAt: account.createdAt,
  lastSeenAt: account.lastSeenAt,
  username: sql`lower(${account.username})`,
  email: sql`lower(${account.email})`,
} as const

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Accounts = typeof account

const searched = (from: Accounts, search: string) => {
  if (search === '') return undefined
  if (uuid.test(search)) return eq(from.id, search)
  // As in the index.
  const text = sql`(${from.username} || ' ' || ${from.email} || ' ' || ${from.firstName} || ' ' || ${from.lastName})`
  return contains(text, search)
}

const ofRole = (from: Accounts, role: string | undefined) => {
  if (role === undefined) return undefined
  const given = eq(from.roleId, role)
  return role === CORE_ROLES.default ? or(given, isNull(from.roleId)) : given
}

const banned = { true: isNotNull, false: isNull } as const

/** One page of accounts, and how many there are in all. */
export function listAccounts(db: Queries, query: ListedUsers) {
  const { search, filter, sort = 'createdAt', order = query.sort ? 'asc' : 'desc' } = query
  return searchPage({
    ...query,
    sort,
    order,
    by: sorted[sort],
    db,
    table: account,
    isSearch: search !== '',
    among: isNull(account.deletedAt),
    search: (from) => searched(from, search),
    filter: (from) =>
      and(ofRole(from, filter.role), filter.banned && banned[filter.banned](from.bannedReason)),
  })
}

const SEARCHED = 20

interface Named {
  readonly username: string
}

const byUsername = (one: Named, other: Named) =>
  one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1

interface SearchOptions {
  readonly banned?: boolean
}

/**
 * The account with exactly this username, email or id, then those whose username begins with the text, then others that
 * contain it; banned accounts are left out. No part asks for an order that would make it pass over all names before the
 * first that fits.
 */
export const searchIds = async (
  db: Queries,
  text: string,
  { banned = false }: SearchOptions = {},
): Promise<readonly string[]> => {
  const usable = and(isNull(account.deletedAt), banned ? undefined : isNull(account.bannedReason))
  const part = (place: number, where: SQL | undefined) =>
    db
      .select({ id: account.id, username: account.username, place: sql<number>`${place}::int`.as('place') })
      .from(account)
      .where(and(usable, where))
      .limit(SEARCHED)
  const found = await unionAll(
    part(0, uuid.test(text) ? eq(account.id, text) : isLogin(text)),
    part(1, begins(account.username, text)).orderBy(sql`lower(${account.username}) using ~<~`),
    part(2, contains(account.username, text)),
  )
  const inOrder = found.toSorted((one, other) => one.place - other.place || byUsername(one, other))
  return [...new Set(inOrder.map(({ id }) => id))].slice(0, SEARCHED)
}

export const searchAccounts = async (
  db: Queries,
  text: string,
  options?: SearchOptions,
): Promise<readonly Account[]> => {
  const ids = await searchIds(db, text, options)
  const rows = new Map((await findAccounts(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** A page of the accounts that can be written to, in the order of their ids. */
export const listReachableAccounts = (
  db: Queries,
  { after, limit, role, unseenSince }: Parameters<UsersService['listReachable']>[0],
) =>
  db
    .select()
    .from(account)
    .where(
      and(
        isNull(account.deletedAt),
        isNull(account.bannedReason),
        isNotNull(account.verifiedAt),
        ofRole(account, role),
        unseenSince && lt(account.lastSeenAt, unseenSince),
        after === null ? undefined : gt(account.id, after),
      ),
    )
    .orderBy(asc(account.id))
    .limit(limit)
