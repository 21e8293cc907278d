import { Pool, type PoolConfig } from 'pg'
import { superuser } from '../../kernel/cli/postgres/postgres-server.ts'

export interface AccountSize {
  readonly entries: number
  readonly tickets: number
  readonly notifications: number
  /** Files of tickets, which are texts. */
  readonly files: number
}

/** The nth id of a kind, as SQL. */
const idOf = (kind: number, number: string) =>
  `('0000000${kind}-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** The id of the nth file of a ticket, as PostgreSQL makes it. */
export const fileIdOf = (number: number): string =>
  `00000002-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/**
 * Gives one user so much of everything that pages through it would show, among rows of another user: each second entry of
 * the ledger is the other's. Triggers rest, which would take minutes.
 */
export async function fillAccount(
  connection: PoolConfig,
  { user, other, size }: { readonly user: string; readonly other: string; readonly size: AccountSize },
): Promise<void> {
  const { entries, tickets, notifications, files } = size
  const person = (number: string) => `case when ${number} % 2 = 0 then '${user}' else '${other}' end::uuid`
  const pool = new Pool({ ...connection, user: superuser, max: 1 })
  const statements = [
    `set session_replication_role = 'replica'`,
    `insert into coins.account (id, kind, owner, balance) values ('${user}', 'user', '${user}', 0), ('${other}', 'user', '${other}', 0)
     on conflict do nothing`,
    `insert into coins.transfer (id, kind, scope, key, request_hash, note, reply) overriding system value
     select 10000000 + n, 'afk:earned', 'filled', n::text, 'x', '', '{}' from generate_series(1, ${2 * entries}) n`,
    `insert into coins.entry (id, transfer, account, amount, balance) overriding system value
     select 10000000 + n, 10000000 + n, ${person('n')}, 1, n from generate_series(1, ${2 * entries}) n`,
    `insert into notifications.notification (person, plugin, kind, params, created_at)
     select ${person('n')}, 'coins', 'gift', '{"name": "Ada"}', now() - n * interval '1 minute'
     from generate_series(1, ${2 * notifications}) n`,
    `insert into tickets.ticket (id, owner, subject, priority, request_key, search, created_at, updated_at)
     select ${idOf(1, 'n')}, ${person('n')}, 'Ticket ' || n, 'low', gen_random_uuid(), '', now(), now()
     from generate_series(1, ${2 * tickets}) n`,
    `insert into tickets.message (ticket_id, author, staff, body, request_key, created_at, released_at)
     select ${idOf(1, 'n')}, ${person('n')}, false, repeat('It lags. ', 20), gen_random_uuid(), now(), now()
     from generate_series(1, ${2 * tickets}) n, generate_series(1, 5)`,
    `insert into tickets.attachment (id, owner, ticket_id, message_id, name, kind, bytes, created_at)
     select ${idOf(2, 'number')}, author, ticket_id, id, 'latest-' || number || '.log', 'text', 12, now()
     from (select *, row_number() over (order by id) as number from tickets.message where author = '${user}' order by id
       limit ${files}) as first`,
  ]
  try {
    for (const statement of statements) await pool.query(statement)
  } finally {
    await pool.end()
  }
}
