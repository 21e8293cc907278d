import { Pool } from 'pg'
import { limited, type Measurement, milliseconds, type Part } from './measurement.ts'
import { type BenchServer, startBenchServer } from './start-bench-server.ts'

const users = 1_000_000
const builds = 500_000
const calls = 400
const budgetMs = 100

/** Names that repeat and names that are rare, as those of real people do. */
const fillUsers = `
  with person as (
    select uuidv7() as id, number,
      (array['alex', 'maria', 'noah', 'priya', 'lea', 'yusuf', 'tomasz', 'aiko'])[1 + number % 8] as first_name,
      substr(md5(number::text), 1, 10) as tail
    from generate_series(1, ${users}) as number
  ), identity as (
    insert into kernel.identity (id) select id from person
  )
  insert into users.account (id, username, email, first_name, last_name, first_ip, last_ip, last_seen_at, created_at)
  select id, first_name || '_' || tail, tail || '.' || first_name || '@example.com', first_name, tail,
    '192.0.2.1', '192.0.2.1', now() - number * interval '1 second', now() - number * interval '1 minute'
  from person`

const fillBuilds = `
  insert into server_queue.build (id, owner, created_by, name, description, location_id, category_id, egg_id, memory, cpu,
    disk, databases, backups, allocations, ignore_limits, request_key, status, reason)
  select uuidv7(), owner.id, owner.id,
    (array['Skyblock ', 'Survival ', 'Creative ', 'Rust '])[1 + number % 4] || substr(md5(number::text), 1, 8), '',
    owner.id, owner.id, owner.id, 1024, 100, 4096, 0, 0, 1, false, gen_random_uuid(), 'failed', 'TROUBLE'
  from generate_series(1, ${builds}) as number, (select id from kernel.identity limit 1) as owner`

interface Index {
  readonly name: string
  readonly definition: string
}

/** Without those that a constraint needs. */
const findIndexes = (table: string) => `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
  where i.indrelid = '${table}'::regclass and not i.indisunique
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`

/** The indexes are made anew over all rows, which takes a fraction of adding each row to each of them. */
async function fillTable(pool: Pool, table: string, sql: string): Promise<void> {
  const { rows: indexes } = await pool.query<Index>(findIndexes(table))
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  await pool.query(sql)
  for (const { definition } of indexes) await pool.query(definition)
  await pool.query(`vacuum analyze ${table}`)
}

async function fill({ connection }: BenchServer): Promise<void> {
  const pool = new Pool({ ...connection, max: 1 })
  try {
    await pool.query(`set maintenance_work_mem = '256MB'`)
    await fillTable(pool, 'users.account', fillUsers)
    await fillTable(pool, 'server_queue.build', fillBuilds)
  } finally {
    await pool.end()
  }
}

/** Beginnings of names and addresses of each length, as they are typed, and some that nobody has. */
const typedTexts = (number: number): string => {
  const names = ['alex_', 'maria_', 'noah_', 'priya_', 'zz', 'q']
  const tail = number.toString(16).padStart(3, '0')
  return `${names[number % names.length] ?? ''}${tail}`.slice(0, 2 + (number % 7))
}

const partsOfNames = (number: number): string =>
  number % 5 === 0
    ? 'Skyblock'
    : `${number.toString(16)}${(number * 7919).toString(16)}`.slice(0, 3 + (number % 3))

async function ninetyFifth(server: BenchServer, address: (number: number) => string): Promise<number> {
  const cookie = server.people[0]?.cookies.join('; ') ?? ''
  const took: number[] = []
  for (let number = 0; number < calls; number += 1) {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${server.port}${address(number)}`, { headers: { cookie } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${address(number)} answers ${answer.status}`)
    took.push(performance.now() - began)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(calls * 0.95)] ?? Number.NaN
}

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: 1 })
  try {
    await fill(server)
    const line = async (name: string, note: string, address: (number: number) => string) =>
      limited({ name, value: await ninetyFifth(server, address), most: budgetMs, show: milliseconds, note })
    const encode = encodeURIComponent
    return [
      await line(
        'palette: users, p95',
        `${users} users`,
        (number) => `/api/users/find?text=${encode(typedTexts(number))}`,
      ),
      await line(
        'palette: builds, p95',
        `${builds} builds`,
        (number) => `/api/server-queue?limit=6&search=${encode(partsOfNames(number))}`,
      ),
    ]
  } finally {
    await server.stop()
  }
}

/** The calls that the palette makes while somebody types. */
export const paletteSearch: Part = { name: 'search', run: measure }
