import type { StatementLine } from '@spawnpoint/contracts/coins'
import type { UsersService } from '@spawnpoint/contracts/users'
import { readPage } from '@spawnpoint/sdk/list/server'
import type { DatabaseService, Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { account, entry, pluginWallet, transfer } from './tables.ts'

// Through Drizzle a bigint arrives as text.
const found = z.object({ balance: z.coerce.number(), frozen: z.boolean(), entries: z.coerce.number() })

// The kind of an added plugin's transaction without its last word: `<plugin>:plugin-`.
const kindStart = sql`substring(${transfer.kind} from '^.*:plugin-')`

export async function findBalance(db: DatabaseService, user: string): Promise<number> {
  const [row] = await db.query<{ balance: number }>({
    name: 'coins.balance',
    text: `select balance from coins.account where id = $1 and kind = 'user'`,
    values: [user],
  })
  return row?.balance ?? 0
}

export async function sumIn(db: Queries, scope: string, users: readonly string[]): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${entry.amount}), 0)` })
    .from(entry)
    .innerJoin(transfer, eq(transfer.id, entry.transfer))
    .where(and(eq(transfer.scope, scope), inArray(entry.account, [...users])))
  return Number(row?.sum ?? 0)
}

type Names = Pick<UsersService, 'findMany'>

/**
 * Names giver and recipient of movements between users, as they are called today: a stored name would outlive its
 * account, since nothing in the ledger changes.
 */
async function namesOfMoved(
  db: Queries,
  users: Names,
  transfers: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  if (transfers.length === 0) return new Map()
  const rows = await db
    .select({ transfer: entry.transfer, user: entry.account })
    .from(entry)
    .innerJoin(account, and(eq(account.id, entry.account), eq(account.kind, 'user')))
    .where(inArray(entry.transfer, [...transfers]))
    .orderBy(asc(entry.transfer), asc(entry.amount))
  const movements = [...Map.groupBy(rows, ({ transfer: id }) => id)].filter(
    ([, parties]) => parties.length > 1,
  )
  const ids = new Set(movements.flatMap(([, parties]) => parties.map(({ user }) => user)))
  const names = new Map((await users.findMany([...ids])).map(({ id, username }) => [id, username]))
  return new Map(
    movements.map(([id, parties]) => [id, parties.map(({ user }) => names.get(user) ?? '').join(' → ')]),
  )
}

export async function listLines(
  db: Queries,
  users: Names,
  user: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const { items, ...page } = await readPage({
    sort: 'id',
    order: 'desc',
    id: entry.id,
    cursor,
    limit,
    read: ({ past, orderBy, limit: most }) =>
      db
        .select({
          id: entry.id,
          transfer: entry.transfer,
          at: transfer.createdAt,
          kind: transfer.kind,
          plugin: pluginWallet.name,
          note: transfer.note,
          amount: entry.amount,
          balance: entry.balance,
        })
        .from(entry)
        .innerJoin(transfer, eq(transfer.id, entry.transfer))
        .leftJoin(pluginWallet, eq(sql`${pluginWallet.plugin} || ':plugin-'`, kindStart))
        .where(and(eq(entry.account, user), past))
        .orderBy(...orderBy)
        .limit(most),
  })
  const unnamed = items.filter(({ note }) => note === '').map(({ transfer: id }) => id)
  const names = await namesOfMoved(db, users, unnamed)
  return {
    ...page,
    items: items.map(({ transfer: moved, ...row }): StatementLine => ({
      ...row,
      id: String(row.id),
      note: row.note || (names.get(moved) ?? ''),
      balance: row.balance ?? 0,
    })),
  }
}

/** Accounts are created with the first coin, so existence is checked in kernel.identity. */
export async function hasAccount(db: Queries, user: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from kernel.identity where id = ${user}`)
  return rows.length > 0
}

/** The balance, and what all entries of the account add up to, which reads each of them. */
export async function findAccount(db: Queries, user: string): Promise<z.output<typeof found> | null> {
  const { rows } = await db.execute(sql`
    select coalesce(a.balance, 0) as balance, a.frozen_at is not null as frozen,
      (select coalesce(sum(e.amount), 0) from coins.entry e where e.account = i.id) as entries
    from kernel.identity i left join coins.account a on a.id = i.id where i.id = ${user}`)
  return rows[0] ? found.parse(rows[0]) : null
}
