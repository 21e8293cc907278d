import { Ledger } from '@spawnpoint/contracts/coins'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
// A coarser schedule than that of the product, which only makes everything later.
const everyMs = 4 * hourMs
const graceDays = 3
const deleteDays = 7
// Ahead of the wall clock, since jobs are run by that one. In Berlin the clocks change on 31 October and 26 March.
const begin = Date.parse('2027-10-01T06:07:00Z')

let host: HostingServer
let now = begin

beforeAll(async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  host = await startHostingServer({ clock: { now: () => new Date(now) } })
  await host.server.core.settings.write({
    app_timezone: 'Europe/Berlin',
    server_renew_enabled: true,
    server_renew_cost: 100,
    server_renew_days: 30,
    server_renew_grace_days: graceDays,
    server_renew_delete_days: deleteDays,
    server_renew_send_mail: true,
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: 1,
    smtp_from: 'host@example.com',
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await host.stop()
})

interface Customer {
  readonly person: string
  readonly server: string
  readonly identifier: string
}

type Row = { id: string; identifier: string }

const own = async (api: ApiClient) => (await api.get('/api/servers')).body['servers'] as Row[]

const aCustomer = async ({
  coins = 0,
  auto = false,
}: { coins?: number; auto?: boolean } = {}): Promise<Customer> => {
  const { api, person } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  const server = await until('the server is there', async () => (await own(api))[0])
  if (coins > 0)
    await host.server.core.orm.transaction((tx) =>
      host.service(Ledger).earn(tx, {
        scope: 'test',
        key: randomUUID(),
        kind: 'test:given',
        user: person.id,
        from: 'earnings',
        amount: coins,
      }),
    )
  if (auto) await api.put(`/api/servers/${server.id}/auto-renewal`, { autoRenew: true })
  return { person: person.id, server: server.id, identifier: server.identifier }
}

const onPanel = ({ identifier }: Customer) =>
  host.panel.state.servers.find(({ uuid }) => uuid.startsWith(identifier))

const waitingFor = async (jobs: readonly string[]) => {
  const { rowCount } = await host.pool.query(
    `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'servers' and payload ->> 'job' = any($1)`,
    [jobs],
  )
  return rowCount
}

const runJob = async (job: string) => {
  await host.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'servers', job, payload: {} }),
  ])
  await expect.poll(() => waitingFor([job]), { interval: 5, timeout: 60_000 }).toBe(0)
}

/** The panel's tasks are tried at once, as the worker would by its own clock. */
const tellPanel = async () => {
  await host.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where payload ->> 'plugin' = 'servers' and locked_at is null`,
  )
  await expect
    .poll(() => waitingFor(['suspension', 'delete', 'look-back', 'look-back-page']), {
      interval: 5,
      timeout: 60_000,
    })
    .toBe(0)
}

type Outage = readonly [from: number, days: number]
const isWithin = (all: readonly Outage[], at: number) =>
  all.some(([from, days]) => at >= begin + from * dayMs && at < begin + (from + days) * dayMs)

/** The moment of the job's schedule in which something is due; without anything due it does nothing. */
const nextRun = async (end: number) => {
  const { rows } = await host.pool.query<{ due: Date | null }>(
    `select min(renewal_due_at) as due from servers.server where status <> 'deleting'`,
  )
  const due = Math.max(rows[0]?.due?.getTime() ?? end, now + everyMs)
  return Math.min(end, begin + Math.ceil((due - begin) / everyMs) * everyMs)
}

/** Lets the job run by its schedule for so many days, but for outages of our process and of the panel. */
const live = async (
  days: number,
  { ours = [], panels = [] }: { ours?: Outage[]; panels?: Outage[] } = {},
) => {
  const end = now + days * dayMs
  let lift: (() => void) | null = null
  while (now < end) {
    now = await nextRun(end)
    while (isWithin(ours, now)) now += everyMs
    const isAway = isWithin(panels, now)
    if (isAway) lift ??= host.panel.fault({ kind: 'down' })
    if (!isAway && lift) {
      lift()
      lift = null
      // By then the tasks have been tried so often that they are given up.
      await host.pool.query(
        `select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs where payload ->> 'job' = 'suspension' and locked_at is null))`,
      )
      await runJob('look-back')
      await tellPanel()
    }
    await runJob('renewals')
    if (!isAway) await tellPanel()
  }
  expect(lift).toBeNull()
}

interface Taken {
  readonly kind: string
  readonly day: number
}

const takenOf = async ({ server }: Customer): Promise<Taken[]> => {
  const { rows } = await host.pool.query<{ kind: string; at: Date }>(
    `select kind, at from servers.history where server = $1 and kind not in ('ordered', 'built') order by at, id`,
    [server],
  )
  return rows.map(({ kind, at }) => ({ kind, day: (at.getTime() - begin) / dayMs }))
}

const emails: Readonly<Record<string, RegExp>> = {
  reminded: / expires in /,
  expired: /has expired/,
  'expiry-suspended': /was suspended/,
  'expiry-deleted': /was deleted/,
  renewed: /was renewed/,
  'short-of-coins': /^Not enough coins/,
}

/** Every step has its email, and every email its step. */
const expectEmails = async ({ person }: Customer, taken: readonly Taken[]) => {
  const { rows } = await host.pool.query<{ subject: string; created_at: Date }>(
    'select subject, created_at from mail.email where user_id = $1 order by created_at, id',
    [person],
  )
  for (const [kind, subject] of Object.entries(emails))
    expect(
      rows
        .filter((each) => subject.test(each.subject))
        .map(({ created_at }) => (created_at.getTime() - begin) / dayMs),
      kind,
    ).toEqual(taken.filter((each) => each.kind === kind).map(({ day }) => day))
}

const kindsOf = (taken: readonly Taken[]) => taken.map(({ kind }) => kind)
const dayOf = (taken: readonly Taken[], kind: string) => taken.find((each) => each.kind === kind)?.day ?? -1

/** Nothing is taken away before its notice and its whole time after it. */
const expectWholeTimes = (taken: readonly Taken[]) => {
  expect(dayOf(taken, 'expiry-suspended') - dayOf(taken, 'expired')).toBeGreaterThanOrEqual(graceDays)
  expect(dayOf(taken, 'expiry-deleted') - dayOf(taken, 'expiry-suspended')).toBeGreaterThanOrEqual(deleteDays)
}

const ending = ['expired', 'expiry-suspended', 'expiry-deleted']

describe('the job over 400 days', () => {
  it('[SRV50] [SRV51] [SRV54] takes every step once, over both changes of the clocks and the year, whatever was away', async () => {
    const idle = await aCustomer()
    const rich = await aCustomer({ coins: 2_000, auto: true })
    const short = await aCustomer({ coins: 250, auto: true })
    // Our process is away when reminders are due, and around the change to summer time; the panel when it is to suspend.
    const ours: Outage[] = [
      [22, 3],
      [176, 4],
    ]
    const panels: Outage[] = [
      [32, 6],
      [91, 4],
    ]
    await live(400, { ours, panels })

    const gone = await takenOf(idle)
    expect(kindsOf(gone)).toEqual(['reminded', 'reminded', 'reminded', ...ending])
    expectWholeTimes(gone)
    // The first reminder was due on day 23 and came when our process was back.
    expect(gone.map(({ day }) => Math.floor(day))).toEqual([25, 27, 29, 30, 33, expect.any(Number)])
    // The panel was back on day 38, and the time until the deletion counts from the email.
    expect(dayOf(gone, 'expiry-deleted')).toBeLessThanOrEqual(41)
    await expectEmails(idle, gone)

    const renewed = await takenOf(rich)
    // Each period has 30 days and is paid for on its last one.
    expect(kindsOf(renewed)).toEqual(Array.from({ length: 13 }, () => 'renewed'))
    expect(renewed.every(({ day }, index) => Math.abs(day - (29 + 30 * index)) <= 4)).toBe(true)
    await expectEmails(rich, renewed)
    expect(await host.service(Ledger).balance(rich.person)).toBe(2_000 - 13 * 100)
    expect(onPanel(rich)?.status).toBeNull()

    const ended = await takenOf(short)
    const kinds = kindsOf(ended)
    // Both in the same instant.
    expect(kinds.slice(2, 4).toSorted()).toEqual(['reminded', 'short-of-coins'])
    expect([...kinds.slice(0, 2), ...kinds.slice(4)]).toEqual(['renewed', 'renewed', ...ending])
    expectWholeTimes(ended)
    await expectEmails(short, ended)
    expect(await host.service(Ledger).balance(short.person)).toBe(50)

    for (const customer of [idle, short]) expect(onPanel(customer)).toBeUndefined()
  }, 120_000)

  it('[SRV30] [SRV52] a server that was paid for while the panel was away for a week runs again', async () => {
    const customer = await aCustomer({ auto: true })
    await live(35)
    expect(onPanel(customer)?.status).toBe('suspended')
    const day = (now - begin) / dayMs
    await host.server.core.orm.transaction((tx) =>
      host.service(Ledger).earn(tx, {
        scope: 'test',
        key: randomUUID(),
        kind: 'test:given',
        user: customer.person,
        from: 'earnings',
        amount: 100,
      }),
    )
    await live(8, { panels: [[day, 7]] })
    expect(kindsOf(await takenOf(customer)).at(-1)).toBe('renewed')
    expect(onPanel(customer)?.status).toBeNull()
    const { rows } = await host.pool.query('select status from servers.server where id = $1', [
      customer.server,
    ])
    expect(rows).toEqual([{ status: 'active' }])
  }, 120_000)
})
