import { CORE_ROLES } from '@spawnpoint/contracts/roles'
import { createHash } from 'node:crypto'
import { Pool } from 'pg'
import { type Order, writeCursor } from '../../sdk/server/list/cursor.ts'
import { eggAt, locationAt, userAt } from './list-rows.ts'
import type { BenchServer } from './start-bench-server.ts'

/** One way to look at a list. */
export interface ListCase {
  readonly name: string
  /** Path and query. */
  readonly path: string
}

export interface ListKind {
  readonly name: string
  readonly cases: readonly ListCase[]
}

const depth = 500_000
type Read = (sql: string) => Promise<string>
type Options = Readonly<Record<string, string>>

const caseOf =
  (path: string) =>
  (name: string, options: Options = {}): ListCase => ({
    name,
    path: `${path}?${new URLSearchParams(options).toString()}`,
  })

interface Sorted {
  readonly table: string
  /** The sort columns, as SQL, by the name that the list gives them. */
  readonly by: Readonly<Record<string, string>>
  readonly where: string
  /** Searched or filtered by these; the page is in the middle then, however few rows there are. */
  readonly narrowed?: Options
}

/** The page after half a million rows, in both directions of each sort. */
async function deepCases(read: Read, path: string, sorted: Sorted): Promise<ListCase[]> {
  const { table, by, where, narrowed } = sorted
  const label = narrowed ? `${Object.values(narrowed).join(', ')}, ` : ''
  const offset = narrowed ? `(select count(*) / 2 from ${table} where ${where})` : String(depth)
  const cases = Object.entries(by).flatMap(([sort, column]) =>
    (['asc', 'desc'] as const).map(async (order) => {
      const [value, id] = JSON.parse(
        await read(
          `select json_build_array(${column}::text, id::text)::text from ${table} where ${where}
           order by ${column} ${order}, id ${order} offset ${offset} limit 1`,
        ),
      )
      const position: Order = { sort, order }
      const options: Options = { ...narrowed, ...(sort !== 'id' && { sort, order }) }
      const pages = (['next', 'previous'] as const).map((direction) => {
        const cursor = writeCursor(position, direction, { value, id })
        return caseOf(path)(`${label}${sort} ${order}, deep, ${direction}`, { ...options, cursor })
      })
      return sort === 'id' || narrowed ? pages : [caseOf(path)(`${sort} ${order}`, options), ...pages]
    }),
  )
  return (await Promise.all(cases)).flat()
}

/** The same page of the list as it is narrowed in each of these ways. */
const narrowedCases = async (
  read: Read,
  path: string,
  sorted: Omit<Sorted, 'narrowed'>,
  ways: readonly (readonly [narrowed: Options, where: string])[],
) =>
  (
    await Promise.all(
      ways.map(([narrowed, where]) =>
        deepCases(read, path, { ...sorted, narrowed, where: `(${sorted.where}) and (${where})` }),
      ),
    )
  ).flat()

const tailOf = (number: number) => createHash('md5').update(String(number)).digest('hex')

async function userCases(read: Read): Promise<ListCase[]> {
  const path = '/api/users'
  const make = caseOf(path)
  const sorts = ['createdAt', 'lastSeenAt', 'username', 'email']
  const filters = [`role:${CORE_ROLES.support}`, `role:${CORE_ROLES.default}`, 'banned:true', 'banned:false']
  const searches = ['alex', tailOf(77_777).slice(0, 10), tailOf(5).slice(0, 5), 'a7f', 'nobodyhere', 'le']
  const sorted: Sorted = {
    table: 'users.account',
    by: {
      createdAt: 'created_at',
      lastSeenAt: 'last_seen_at',
      username: 'lower(username)',
      email: 'lower(email)',
    },
    where: 'deleted_at is null',
  }
  return [
    make('first page'),
    ...(await deepCases(read, path, sorted)),
    ...(await narrowedCases(read, path, sorted, [
      [{ filter: 'banned:false' }, 'banned_reason is null'],
      [{ filter: 'banned:true' }, 'banned_reason is not null'],
      [{ search: 'alex' }, `lower(username) like '%alex%'`],
      [
        { search: 'alex', filter: 'banned:true' },
        `lower(username) like '%alex%' and banned_reason is not null`,
      ],
    ])),
    ...sorts.flatMap((sort) => filters.map((filter) => make(`${sort}, ${filter}`, { sort, filter }))),
    ...sorts.flatMap((sort) => searches.map((search) => make(`${sort}, "${search}"`, { sort, search }))),
    make('search and filter', { search: 'alex', filter: 'banned:true' }),
    make('rare search and filter', { search: tailOf(5).slice(0, 5), filter: 'banned:false' }),
    make('user by id', { search: await read(`select ${userAt('5')}::text`) }),
  ]
}

async function serverCases(read: Read): Promise<ListCase[]> {
  const path = '/api/servers/all'
  const make = caseOf(path)
  const sorts = ['createdAt', 'name', 'expiresAt']
  const placeOf = (place: (number: string) => string, number: string) => read(`select ${place(number)}::text`)
  const filters = [
    'state:active',
    'state:suspended',
    'state:deleting',
    'state:trouble',
    'expiry:week',
    'expiry:past',
    `location:${await placeOf(locationAt, '0')}`,
    `location:${await placeOf(locationAt, '9')}`,
    `egg:${await placeOf(eggAt, '0')}`,
    `egg:${await placeOf(eggAt, '30')}`,
    'state:active,expiry:week',
  ]
  const name = await read(`select name from servers.server where panel_id = 77777`)
  const searches = [
    'skyblock',
    name,
    name.slice(-6),
    'a7f',
    'nobodyhere',
    'node7.example.com',
    'alex_',
    tailOf(77_777).slice(0, 8),
    'node3.example.com:23',
  ]
  const sorted: Sorted = {
    table: 'servers.server',
    by: { createdAt: 'created_at', name: 'lower(name)', expiresAt: 'expires_at' },
    where: 'true',
  }
  return [
    make('first page'),
    caseOf(`${path}/overview`)('overview'),
    ...(await deepCases(read, path, sorted)),
    ...(await narrowedCases(read, path, sorted, [
      [{ filter: 'state:active' }, `status = 'active' and problem is null`],
      [{ filter: 'state:suspended' }, `status = 'suspended'`],
      [{ search: 'skyblock' }, `lower(name) like '%skyblock%'`],
      [
        { search: 'skyblock', filter: 'state:suspended' },
        `lower(name) like '%skyblock%' and status = 'suspended'`,
      ],
    ])),
    ...sorts.flatMap((sort) => filters.map((filter) => make(`${sort}, ${filter}`, { sort, filter }))),
    ...sorts.flatMap((sort) => searches.map((search) => make(`${sort}, "${search}"`, { sort, search }))),
    make('search and filter', { search: 'skyblock', filter: 'state:suspended' }),
    make('search and rare filter', { search: 'skyblock', filter: 'state:deleting' }),
    make('owner', { owner: await read(`select ${userAt('5')}::text`) }),
  ]
}

async function auditCases(read: Read): Promise<ListCase[]> {
  const path = '/api/audit-log/entries'
  const make = caseOf(path)
  const filters = [
    'action:auth:login',
    'action:backups:restored',
    'action:nothing:here',
    'by:people',
    'by:product',
    'period:day',
    'period:week',
    'period:month',
    'period:year',
    'action:auth:login,by:product',
    'action:backups:restored,period:month',
    'by:product,period:day',
  ]
  const name = await read(`select username from users.account where id = ${userAt('5')}`)
  const other = await read(`select username from users.account where id = ${userAt('777777')}`)
  const searches = [name, other, other.slice(-6), 'nobodyhere', 'row-77777', 'alex']
  const sorted: Sorted = { table: 'kernel.audit', by: { id: 'id' }, where: 'true' }
  const deep = [
    ...(await deepCases(read, path, sorted)),
    ...(await narrowedCases(read, path, sorted, [
      [{ filter: 'action:auth:login' }, `action = 'auth:login'`],
      [{ filter: 'by:people' }, 'actor is not null'],
      [{ search: name }, `actor = ${userAt('5')}`],
    ])),
  ]
  return [
    make('first page'),
    // The log has one order.
    ...deep.filter(({ name: each }) => each.includes('desc')),
    ...filters.map((filter) => make(filter, { filter })),
    ...searches.map((search) => make(`"${search}"`, { search })),
    make('person by id', { search: await read(`select ${userAt('5')}::text`) }),
    make('person and action', { search: name, filter: 'action:auth:login' }),
    make('person and rare action', { search: name, filter: 'action:backups:restored' }),
    caseOf('/api/audit-log/actions')('actions'),
  ]
}

async function ledgerCases(read: Read): Promise<ListCase[]> {
  const pathOf = async (user: string) =>
    `/api/coins/accounts/${await read(`select ${userAt(user)}::text`)}/statement`
  const path = await pathOf('1')
  const deep = await deepCases(read, path, {
    table: 'coins.entry',
    by: { id: 'id' },
    where: `account = ${userAt('1')}`,
  })
  return [
    caseOf(path)('first page'),
    ...deep.filter(({ name }) => name.includes('desc')),
    caseOf(await pathOf('900000'))('customer with few entries'),
  ]
}

/** All lists and the ways that staff look at them. */
export async function listKinds({ connection }: BenchServer): Promise<ListKind[]> {
  const pool = new Pool({ ...connection, max: 1 })
  const read: Read = async (sql) => {
    const { rows } = await pool.query<Record<string, string>>(sql)
    const [value] = Object.values(rows[0] ?? {})
    if (value === undefined) throw new Error(`nothing is found by: ${sql}`)
    return value
  }
  try {
    return [
      { name: 'users', cases: await userCases(read) },
      { name: 'servers', cases: await serverCases(read) },
      { name: 'audit log', cases: await auditCases(read) },
      { name: 'ledger', cases: await ledgerCases(read) },
    ]
  } finally {
    await pool.end()
  }
}
