import type { StatementLine } from '@spawnpoint/contracts/coins'
import { readPage } from '@spawnpoint/sdk/list/server'
import type { DatabaseService, Queries } from '@spawnpoint/sdk/server'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { entry, pluginWallet, transfer } from './tables.ts'

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

export async function listLines(
  db: Queries,
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
  return {
    ...page,
    items: items.map((row): StatementLine => ({ ...row, id: String(row.id), balance: row.balance ?? 0 })),
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
