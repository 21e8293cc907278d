import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countRows, runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { soak } from '../../tests/support/soak.ts'
import { sizes, wholeSources, type WholeSource } from '../../tests/support/importers/whole-sources.ts'
import { spawnAdmin } from '../../tests/support/server/spawn-admin.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

const key = 'a key that the command and the product share'
let given: HostingServer
beforeAll(async () => {
  given = await startHostingServer({ env: { SECRET_KEY: key } })
  // With one there is no link to print for the first.
  const { api } = await given.signIn({ role: 'Administrator' })
  await api.post('/api/servers', given.anOrder())
  await until('a server is built', async () => given.panel.state.servers.length > 0)
})
afterAll(() => given.stop())

type Kind = 'people' | 'servers' | 'messages' | 'codes' | 'referrals'

/** Where a run is held: at a row in the middle of a later batch. */
const holds: Readonly<Record<Kind, (name: string) => { readonly table: string; readonly row: string }>> = {
  people: (name) => ({ table: 'users.account', row: `new.email = '400@${name}.example.com'` }),
  servers: (name) => ({ table: 'servers.server', row: `new.name = 'Server 150 of ${name}'` }),
  messages: (name) => ({ table: 'tickets.message', row: `new.body = 'Message 300 of ${name}'` }),
  codes: (name) => ({ table: 'redeem_codes.redeem_code', row: `new.code = '${name}-150'` }),
  referrals: (name) => ({
    table: 'referrals.referral',
    row: `new.referred = (select id from users.account where email = '400@${name}.example.com')`,
  }),
}

const batches: Readonly<Record<Kind, number>> = {
  people: 250,
  servers: 100,
  messages: 200,
  codes: 100,
  referrals: 250,
}

/** Everything that an import may write, but its runs. */
const written = [
  'users.account',
  'auth.credential',
  'coins.account',
  'coins.transfer',
  'coins.entry',
  'servers.server',
  'servers.history',
  'servers.allowance',
  'tickets.ticket',
  'tickets.message',
  'tickets.event',
  'redeem_codes.redeem_code',
  'redeem_codes.redemption',
  'referrals.referral',
  'importers.record',
]

const countWritten = async () => {
  const counts = await countRows(given)
  return written.map((table) => counts[table] ?? Number.NaN)
}

/** Rows that work adds, by table. */
async function added(work: () => Promise<unknown>) {
  const before = await countWritten()
  await work()
  const after = await countWritten()
  return Object.fromEntries(written.map((table, at) => [table, (after[at] ?? 0) - (before[at] ?? 0)]))
}

let nextId = 1_000_000
async function aSource(system: string): Promise<WholeSource & { readonly name: string }> {
  const name = `k${randomUUID().slice(0, 8)}`
  const firstId = (nextId += 10_000)
  const source = await wholeSources[system]?.(name, firstId)
  const [built] = given.panel.state.servers
  if (!source || !built) throw new Error(`there is nothing to import from ${system}`)
  for (const { number, owner, id, externalId } of source.onPanel)
    given.panel.state.servers.push({
      ...built,
      id,
      uuid: randomUUID(),
      external_id: externalId,
      name: `Server ${number} of ${name}`,
      user: owner,
      status: null,
      installedAt: null,
    })
  return { ...source, name }
}

/** Counts the rows of a source that are here. The coins of a person are the number in their email address. */
async function countHere(name: string) {
  const { rows } = await given.pool.query<Record<Kind | 'tickets' | 'coins' | 'owed' | 'used', number>>(
    `with people as (select id, split_part(email, '@', 1)::int as number from users.account where email like $1)
     select (select count(*)::int from people) as people,
       (select coalesce(sum(number), 0)::int from people) as owed,
       (select coalesce(sum(balance), 0)::int from coins.account where id in (select id from people)) as coins,
       (select count(*)::int from servers.server where name like $2) as servers,
       (select count(*)::int from tickets.ticket where owner in (select id from people)) as tickets,
       (select count(*)::int from tickets.message where body like $2) as messages,
       (select count(*)::int from redeem_codes.redeem_code where code like $3) as codes,
       (select count(*)::int from redeem_codes.redemption where code like $3) as used,
       (select count(*)::int from referrals.referral where state = 'imported' and referred in (select id from people)) as referrals`,
    [`%@${name}.example.com`, `%of ${name}`, `${name}-%`],
  )
  if (!rows[0]) throw new Error('nothing was counted')
  return rows[0]
}

/** Runs the command in a process of its own, and kills it while a row of the kind is being written. */
async function killedAt(
  kind: Kind,
  system: string,
  { name, from, options }: Awaited<ReturnType<typeof aSource>>,
) {
  const { table, row } = holds[kind](name)
  const holder = await given.pool.connect()
  const lock = 7_141_000 + Math.floor(Math.random() * 900)
  try {
    await holder.query('select pg_advisory_lock($1)', [lock])
    await given.pool.query(
      `create function public.hold_import() returns trigger language plpgsql as $$ begin
         if ${row} then perform pg_advisory_xact_lock(${lock}); end if; return new; end $$;
       create trigger hold_import before insert on ${table} for each row execute function public.hold_import()`,
    )
    const extra = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
    const { child, ended } = spawnAdmin(given, key, [
      'import',
      system,
      '--from',
      from,
      '--as',
      name,
      ...extra,
    ])
    const over = { is: false }
    void ended.finally(() => (over.is = true))
    const pid = await until(`it writes ${kind}`, async () => {
      if (over.is) throw new Error(`it ended first: ${JSON.stringify(await ended)}`)
      const { rows } = await given.pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [lock],
      )
      return rows[0]?.pid
    })
    child.kill('SIGKILL')
    await ended
    // PostgreSQL would notice at the end of the statement that nobody is there any more.
    await given.pool.query('select pg_terminate_backend($1)', [pid])
    await until('its transaction is over', async () => {
      const { rowCount } = await given.pool.query('select 1 from pg_stat_activity where pid = $1', [pid])
      return rowCount === 0
    })
  } finally {
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    await given.pool.query(
      `drop trigger if exists hold_import on ${table}; drop function if exists public.hold_import()`,
    )
  }
}

it.each<{ system: string; stages: readonly Kind[]; tickets: number; codes: number }>([
  {
    system: 'ctrlpanel',
    stages: soak<readonly Kind[]>(['people', 'servers', 'messages', 'codes', 'referrals'], ['messages']),
    tickets: sizes.tickets,
    codes: sizes.codes,
  },
  {
    system: 'mythicaldash',
    stages: soak<readonly Kind[]>(['people', 'messages', 'codes'], ['codes']),
    tickets: sizes.tickets,
    codes: sizes.codes,
  },
  {
    system: 'paymenter',
    stages: soak<readonly Kind[]>(['people', 'servers', 'messages'], ['servers']),
    tickets: sizes.tickets,
    codes: 0,
  },
  {
    system: 'heliactyl',
    stages: soak<readonly Kind[]>(['people', 'servers'], ['people']),
    tickets: 0,
    codes: 0,
  },
])(
  '[IMP30] $system: runs that are killed in the middle end as one that was not, and one more changes nothing',
  async ({ system, stages, tickets, codes }) => {
    const unbroken = await aSource(system)
    const run = ({ name, from, options }: typeof unbroken) =>
      runImport(given, system, { from, as: name, ...options })
    let expected: Awaited<ReturnType<typeof run>> | undefined
    const rows = await added(async () => {
      expected = await run(unbroken)
    })
    const end = {
      people: sizes.people,
      owed: (sizes.people * (sizes.people + 1)) / 2,
      coins: (sizes.people * (sizes.people + 1)) / 2,
      servers: sizes.servers,
      tickets,
      messages: tickets === 0 ? 0 : sizes.messages,
      codes,
      used: codes,
      referrals: codes === 0 ? 0 : sizes.referrals,
    }
    expect(await countHere(unbroken.name)).toEqual(end)
    expect(expected?.coins).toMatchObject({ here: String(end.coins), agrees: true })

    const broken = await aSource(system)
    let resumed: typeof expected
    const again = await added(async () => {
      for (const kind of stages) {
        await killedAt(kind, system, broken)
        const here = await countHere(broken.name)
        // Whole batches, in the middle, with the coins of everybody who is here.
        expect([kind, here[kind] % batches[kind], here[kind] > 0 && here[kind] < sizes[kind]]).toEqual([
          kind,
          0,
          true,
        ])
        expect(here.coins).toBe(here.owed)
      }
      resumed = await run(broken)
    })
    expect(again).toEqual(rows)
    expect(await countHere(broken.name)).toEqual(end)
    expect(resumed?.coins).toEqual(expected?.coins)
    const totals = (report: typeof expected) =>
      Object.values(report?.kinds ?? {}).map(({ found, created, existing }) => [found, created + existing])
    expect(totals(resumed)).toEqual(totals(expected))

    const nothing = await added(async () => {
      const { text } = await runCommand(given, `import ${system}`, {
        from: broken.from,
        as: broken.name,
        ...broken.options,
      })
      expect(text).toContain('Nothing to import.')
      expect(text).toContain('The sums agree.')
    })
    expect(Object.values(nothing).every((each) => each === 0)).toBe(true)
  },
)
