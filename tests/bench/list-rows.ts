import { CORE_ROLES } from '@spawnpoint/contracts/roles'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { superuser } from '../../kernel/cli/postgres/postgres-server.ts'
import type { BenchServer } from './start-bench-server.ts'

/** Rows of each list. */
export const rows = 1_000_000
/** Ledger entries of the customer whose statement is read. */
export const ownEntries = 600_000

const uuidOf = (kind: number, number: string) =>
  `('0000000${kind}-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** The nth user that was filled in, as SQL. */
export const userAt = (number: string) => uuidOf(1, number)
export const locationAt = (number: string) => uuidOf(2, number)
export const eggAt = (number: string) => uuidOf(3, number)

const words = (list: readonly string[], number: string) =>
  `(array['${list.join("','")}'])[1 + (${number}) % ${list.length}]`
const firstNames = ['alex', 'maria', 'noah', 'priya', 'lea', 'yusuf', 'tomasz', 'aiko']
const games = ['Skyblock', 'Survival', 'Creative', 'Rust', 'Lobby', 'Factions', 'Vanilla', 'Modded']
const actions = [
  'auth:login',
  'auth:login-failed',
  'servers:created',
  'servers:changed',
  'settings:changed',
  'tickets:closed',
  'coins:adjusted',
  'users:updated',
  'images:removed',
  'roles:granted',
]

// One in 1,000 is staff, one in 100 banned, one in 200 erased.
const fillUsers = `
  insert into kernel.identity (id) select ${userAt('number')} from generate_series(1, ${rows}) as number;
  insert into users.account (id, username, email, first_name, last_name, first_ip, last_ip, last_seen_at, created_at,
    banned_reason, role_id, deleted_at)
  select ${userAt('number')}, name || '_' || tail, tail || '.' || name || '@example.com', name, tail, '192.0.2.1', '192.0.2.1',
    now() - random() * interval '300 days', now() - number * interval '1 minute',
    case when hashint4(number) % 100 = 0 then 'spam' end,
    case when hashint4(number) % 1000 = 1 then '${CORE_ROLES.support}'::uuid end,
    case when hashint4(number) % 200 = 2 then now() end
  from (select number, ${words(firstNames, 'number')} as name, substr(md5(number::text), 1, 10) as tail
    from generate_series(1, ${rows}) as number) as made;
  insert into roles.member (user_id, role_id) select id, role_id from users.account where role_id is not null
  on conflict do nothing`

// One in 25 is suspended, one in 1,000 on its way out and one in 1,000 a case for staff; most expire within a month.
const fillServers = `
  insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id, memory, cpu,
    disk, databases, backups, allocations, status, suspended_by_staff, problem, panel_state, address, expires_at, created_at)
  select gen_random_uuid(), ${userAt('1 + number / 2')}, number, substr(md5(number::text), 1, 8),
    ${words(games, 'number')} || ' ' || substr(md5((number * 7)::text), 1, 6), '',
    ${locationAt('power(hashint4(number) & 1023, 2)::int / 100000')}, ${userAt('1')},
    ${eggAt('power(hashint4(number) & 1023, 2)::int / 30000')}, 2048, 100, 4096, 1, 1, 1,
    case when hashint4(number) % 25 = 0 then 'suspended' when hashint4(number) % 1000 = 1 then 'deleting' else 'active' end,
    hashint4(number) % 50 = 0, case when hashint4(number) % 1000 = 2 then 'PANEL_REFUSED' end, 'ready',
    'node' || number % 20 || '.example.com:' || 20000 + number % 40000,
    case when number % 5 > 0 then now() + (random() * 31 - 0.2) * interval '1 day' end, now() - number * interval '1 minute'
  from generate_series(1, ${rows}) as number`

// One in 20 is of the product itself, one in 50,000 of a rare action.
const fillAudit = `
  insert into kernel.audit (at, actor, action, target, before, after, ip)
  select now() - (${rows} - number) * interval '30 seconds',
    case when number % 20 > 0 then ${userAt(`1 + abs(hashint4(number)) % 2000`)} end,
    case when number % 50000 = 7 then 'backups:restored' else ${words(actions, 'abs(hashint4(number))')} end,
    case when number % 3 = 0 then ${userAt(`1 + abs(hashint4(number * 3)) % ${rows}`)}::text else 'row-' || number end,
    '{"name": "before"}', '{"name": "after"}', '192.0.2.1'
  from generate_series(1, ${rows}) as number`

const fillLedger = `
  insert into coins.account (id, kind, owner, balance)
  select id, 'user', id, 100 from kernel.identity on conflict do nothing;
  insert into coins.transfer (id, kind, scope, key, request_hash, note, reply, created_at) overriding system value
  select 1000000 + number, ${words(['afk:earned', 'store:ram', 'links:earned', 'servers:renewal'], 'number')}, 'bench', number::text,
    'x', '', '{}', now() - (${rows} - number) * interval '30 seconds'
  from generate_series(1, ${rows}) as number;
  insert into coins.entry (transfer, account, amount, balance)
  select 1000000 + number,
    case when number % ${rows} < ${ownEntries} then ${userAt('1')} else ${userAt('1 + number')} end, 10, 100 + number
  from (select (number::bigint * 7919) % ${rows} + 1 as number from generate_series(1, ${rows}) as number) as mixed`

const tables = ['kernel.identity', 'users.account', 'roles.member', 'servers.server', 'kernel.audit']
const ledgerTables = ['coins.account', 'coins.transfer', 'coins.entry']

interface Index {
  readonly name: string
  readonly definition: string
}

/** Without those that a constraint needs. */
const findIndexes = (table: string) => `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) || coalesce((
    select string_agg(format('; alter index %s alter column %s set statistics %s', attrelid::regclass, attnum, attstattarget), '')
    from pg_attribute where attrelid = i.indexrelid and attstattarget >= 0), '') as definition
  from pg_index i
  where i.indrelid = '${table}'::regclass and not i.indisunique
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`

/** Fills in all lists. Their triggers rest: only reading is measured. */
export async function fillLists({ connection }: BenchServer): Promise<void> {
  const pool = new Pool({ ...connection, user: superuser, max: 1 })
  try {
    await pool.query(`set maintenance_work_mem = '512MB'; set session_replication_role = 'replica'`)
    const found: Index[] = []
    for (const table of [...tables, ...ledgerTables])
      found.push(...(await pool.query<Index>(findIndexes(table))).rows)
    // They are made anew over all rows, which takes a fraction of adding each row to each of them.
    for (const { name } of found) await pool.query(`drop index ${name}`)
    for (const sql of [fillUsers, fillServers, fillAudit, fillLedger]) await pool.query(sql)
    for (const { definition } of found) await pool.query(definition)
    for (const table of [...tables, ...ledgerTables]) await pool.query(`vacuum analyze ${table}`)
    // The first reads would otherwise write what was filled in.
    await pool.query('checkpoint')
  } finally {
    await pool.end()
  }
}

/** Counts a million new people into the leaderboards, which happens once: afterwards a count writes only what changed. */
export async function countPeople({ connection }: BenchServer): Promise<void> {
  const pool = new Pool({ ...connection, user: superuser, max: 1 })
  const isCounting = async () => {
    const jobs = `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'leaderboard'`
    return ((await pool.query(jobs)).rowCount ?? 0) > 0
  }
  try {
    await pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
      JSON.stringify({ plugin: 'leaderboard', job: 'count', payload: {} }),
    ])
    while (await isCounting()) await wait(500)
    await pool.query('vacuum analyze leaderboard.score')
    await pool.query('checkpoint')
  } finally {
    await pool.end()
  }
}
