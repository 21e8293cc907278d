import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { account, type Account } from './tables.ts'

const alive = isNull(account.deletedAt)
const lowered = (column: typeof account.username | typeof account.email, text: string) =>
  sql`lower(${column}) = lower(${text})`

/** As one parameter: Drizzle and PostgreSQL would read each id of a list by itself. */
const isOneOf = (ids: readonly string[]) => sql`${account.id} = any(${sql.param(ids)})`

const one = (rows: readonly Account[]): Account | null => rows[0] ?? null

export const findAccount = async (db: Queries, id: string) =>
  one(
    await db
      .select()
      .from(account)
      .where(and(eq(account.id, id), alive)),
  )

export const lockAccount = async (tx: Queries, id: string) =>
  one(
    await tx
      .select()
      .from(account)
      .where(and(eq(account.id, id), alive))
      .for('update'),
  )

/** No name and no address has another character; some of them become ASCII characters in lower case, as U+0130 does. */
const isPlain = (text: string) => /^[\x21-\x7e]+$/.test(text)

/** Condition for the account with this username or email. */
export const isLogin = (login: string) =>
  isPlain(login) ? or(lowered(account.username, login), lowered(account.email, login)) : sql`false`

export const findByLogin = async (db: Queries, login: string) =>
  one(
    await db
      .select()
      .from(account)
      .where(and(isLogin(login), alive)),
  )

export const findByEmail = async (db: Queries, email: string) =>
  one(
    await db
      .select()
      .from(account)
      .where(and(lowered(account.email, email), alive)),
  )

const IDS = 'ids'
const prepareAccounts = (db: Queries) =>
  db
    .select()
    .from(account)
    .where(sql`${account.id} = any(${sql.placeholder(IDS)})`)
    .prepare('accounts_by_ids')
const accountsOf = new WeakMap<Queries, ReturnType<typeof prepareAccounts>>()

/** The erased ones too: lists show their pseudonym, with every page, so the statement is built and planned once. */
export const findAccounts = (db: Queries, ids: readonly string[]): Promise<Account[]> => {
  const prepared = accountsOf.get(db) ?? prepareAccounts(db)
  accountsOf.set(db, prepared)
  return prepared.execute({ [IDS]: ids })
}

export const findNames = (db: Queries, ids: readonly string[]) =>
  db.select({ id: account.id, username: account.username }).from(account).where(isOneOf(ids))

export const insertAccount = async (tx: Queries, row: typeof account.$inferInsert): Promise<Account> => {
  const [made] = await tx.insert(account).values(row).returning()
  if (!made) throw new Error('E_ACCOUNT_INSERT')
  return made
}

export const changeAccount = async (
  tx: Queries,
  id: string,
  changes: Partial<typeof account.$inferInsert>,
): Promise<Account | null> =>
  one(
    await tx
      .update(account)
      .set({ ...changes, version: sql`${account.version} + 1`, updatedAt: sql`now()` })
      .where(and(eq(account.id, id), alive))
      .returning(),
  )

export const changeAvatar = (
  tx: Queries,
  id: string,
  change: Partial<Pick<Account, 'avatar' | 'avatarHidden'>>,
) =>
  tx
    .update(account)
    .set(change)
    .where(and(eq(account.id, id), alive))

/** Written at most once a minute: it is called with every visit. */
export const touchAccount = (db: Queries, id: string, ip: string, now: Date) =>
  db
    .update(account)
    .set({ lastIp: ip, lastSeenAt: now })
    .where(
      and(
        eq(account.id, id),
        alive,
        or(ne(account.lastIp, ip), lt(account.lastSeenAt, new Date(now.getTime() - 60_000))),
      ),
    )

export const forgetAddressesBefore = async (db: Queries, before: Date): Promise<void> => {
  await db
    .update(account)
    .set({ firstIp: '' })
    .where(and(alive, lt(account.createdAt, before), ne(account.firstIp, '')))
  await db
    .update(account)
    .set({ lastIp: '' })
    .where(and(alive, lt(account.lastSeenAt, before), ne(account.lastIp, '')))
}

/** Above it the stored groups give way to those that were just saved. */
const mostAppearance = 16_000

/** Groups of `uiSettings` that are not given stay: another device may have changed them. */
export const mergePreferences = (
  db: Queries,
  id: string,
  { uiSettings, ...changes }: Readonly<Record<string, unknown>>,
) => {
  const merged = sql`${account.preferences} || ${JSON.stringify(changes)}::jsonb`
  const groups = JSON.stringify(uiSettings ?? {})
  const stored = sql`case when jsonb_typeof(${account.preferences}->'uiSettings') = 'object'
    then ${account.preferences}->'uiSettings' else '{}'::jsonb end`
  const both = sql`(${stored}) || ${groups}::jsonb`
  const kept = sql`case when length((${both})::text) <= ${mostAppearance}::int then ${both} else ${groups}::jsonb end`
  const preferences = uiSettings ? sql`${merged} || jsonb_build_object('uiSettings', ${kept})` : merged
  return db
    .update(account)
    .set({ preferences })
    .where(and(eq(account.id, id), alive))
}

export const copyRole = (db: Queries, id: string, role: string) =>
  db.update(account).set({ roleId: role }).where(eq(account.id, id))

/** Whether fewer than `count` accounts were there before this one. */
export async function isAmongFirst(db: Queries, id: string, count: number): Promise<boolean> {
  const own = db
    .select({ createdAt: account.createdAt, id: account.id })
    .from(account)
    .where(eq(account.id, id))
  const before = db
    .select({ one: sql`1` })
    .from(account)
    .where(and(alive, sql`(${account.createdAt}, ${account.id}) < (${own})`))
    .limit(count)
    .as('before')
  return (await db.$count(before)) < count
}
