import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { limited, milliseconds, type Measurement, type Part } from './measurement.ts'
import { type BenchPerson, type BenchServer, startBenchServer } from './start-bench-server.ts'

const people = 5_000
/** Pages are opened over this time, as their heartbeats come later. */
const openingMs = 30_000
const forMs = 60_000
const budgetMs = 50
const processorBudget = 50

interface Counting {
  readonly nonce: string
  readonly dueInMs: number
  readonly totalMs: number
}
interface Tally {
  /** Milliseconds of each heartbeat while all pages are open. */
  readonly took: number[]
  faults: number
}

const percent = (share: number): string => `${share.toFixed(0)} %`

const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

/** A page that stays open: it sends each heartbeat when it is due. */
async function stay(port: number, person: BenchPerson, ip: string, until: number, tally: Tally) {
  const call = async (path: string, body: object): Promise<Counting> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/afk/${path}`, {
      method: 'POST',
      headers: {
        origin: 'http://127.0.0.1:5173',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'x-forwarded-for': ip,
        cookie: person.cookies.join('; '),
      },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
    return (await response.json()) as Counting
  }
  let at = await call('counting', { resume: null })
  for (;;) {
    const due = performance.now() + at.dueInMs
    if (due > until) return
    await wait(at.dueInMs)
    const sent = performance.now()
    const next = await call('heartbeats', { nonce: at.nonce })
    if (sent > until - forMs) tally.took.push(performance.now() - sent)
    if (next.totalMs <= at.totalMs) tally.faults += 1
    at = next
  }
}

/** Coins that were counted and not paid, or paid and not counted. */
async function readUnpaid({ connection }: BenchServer): Promise<number> {
  const pool = new Pool({ ...connection, max: 1 })
  const { rows } = await pool
    .query<{ unpaid: number; counted: number; posted: number }>(
      `select (select sum(coins - paid) from afk.counter)::int as unpaid,
        (select sum(coins) from afk.counter)::int as counted,
        (select coalesce(sum(e.amount), 0) from coins.entry e join coins.transfer t on t.id = e.transfer
          where t.kind = 'afk:earned' and e.amount > 0)::int as posted`,
    )
    .finally(() => pool.end())
  const { unpaid = Number.NaN, counted = 0, posted = 0 } = rows[0] ?? {}
  return unpaid + Math.abs(counted - posted)
}

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people, areCustomers: true })
  try {
    const tally: Tally = { took: [], faults: 0 }
    const until = performance.now() + openingMs + forMs
    const pages = server.people.map(async (person, index) => {
      await wait((index / people) * openingMs)
      return stay(server.port, person, addressOf(index), until, tally).catch(() => void (tally.faults += 1))
    })
    await wait(openingMs)
    const before = await server.readProcessor()
    await wait(forMs)
    const spent = (await server.readProcessor()) - before
    await Promise.all(pages)
    const { took, faults } = tally
    const p95 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.NaN
    const note = `${people} pages, ${took.length} heartbeats in ${forMs / 1_000} s`
    return [
      limited({ name: 'AFK heartbeat, p95', value: p95, most: budgetMs, show: milliseconds, note }),
      limited({
        name: 'AFK: processor of the server',
        value: (spent / forMs) * 100,
        most: processorBudget,
        show: percent,
        note: 'of one core',
      }),
      limited({
        name: 'AFK: heartbeats that failed or counted nothing',
        value: faults,
        most: 0,
        show: String,
      }),
      limited({
        name: 'AFK: coins counted and not paid',
        value: await readUnpaid(server),
        most: 0,
        show: String,
      }),
    ]
  } finally {
    await server.stop()
  }
}

/** So many people earning by open pages at once. */
export const afk: Part = { name: 'afk', run: measure }
