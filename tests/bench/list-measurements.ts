import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListCase, ListKind } from './list-cases.ts'
import { rows } from './list-rows.ts'
import { limited, milliseconds, type Measurement } from './measurement.ts'
import { faultsOf, takePlans } from './query-plans.ts'
import type { BenchServer } from './start-bench-server.ts'

const calls = 60
const budgetMs = 15
/** A case that takes longer than this in all is a miss by far: its other calls would say nothing new. */
const mostPerCaseMs = 3_000
/** A page may look at so many rows: some thousands are counted or passed over, never a whole table. */
const mostRows = 25_000
const large = new Set(['account', 'server', 'audit', 'entry', 'transfer', 'identity'])

const percentile = (took: readonly number[], share: number) =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length * share)] ?? Number.NaN

// The client shares two cores with the server and the database, and `fetch` would take as much of them as a short page.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const get = ({ port, people }: BenchServer, path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { cookie: people[0]?.cookies.join('; ') ?? '' }
    const asked = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
    })
    asked.once('error', reject).end()
  })

async function call(server: BenchServer, { name, path }: ListCase): Promise<number> {
  const began = performance.now()
  const { status, body } = await get(server, path)
  if (status !== 200) throw new Error(`${name} (${path}) answers ${status}: ${body}`)
  return performance.now() - began
}

/** A list of few rows: its slowest calls tell what the machine of this run adds to any list. */
const shortList: ListCase = { name: 'a short list', path: '/api/roles' }
/** It takes a turn after so many others. */
const perShortList = 4

/** The times of each case. They take turns, so that none has a quiet moment of the machine for itself. */
async function timesOf(server: BenchServer, listed: readonly ListCase[]): Promise<Map<string, number[]>> {
  const cases = listed.flatMap((each, at) => (at % perShortList === 0 ? [shortList, each] : [each]))
  // The first round fills the caches.
  for (const each of cases) await call(server, each)
  const took = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round < calls; round += 1)
    for (const each of cases) {
      const times = took.get(each.name) ?? []
      const spent = times.reduce((sum, ms) => sum + ms, 0)
      times.push(
        each === shortList || spent < mostPerCaseMs ? await call(server, each) : percentile(times, 0.5),
      )
    }
  return took
}

/** The time that nearly all calls of a list stay below. */
export async function timeList(server: BenchServer, { name, cases }: ListKind): Promise<Measurement> {
  const took = await timesOf(server, cases)
  const short = percentile(took.get(shortList.name) ?? [], 0.99)
  took.delete(shortList.name)
  const slowest = [...took]
    .map(([of, times]) => ({ of, ms: percentile(times, 0.5) }))
    .toSorted((a, b) => b.ms - a.ms)
  for (const { of, ms } of slowest.filter(({ ms: each }) => each > budgetMs / 2))
    console.log(`  ${name}: ${of}: median ${ms.toFixed(1)} ms`)
  const note = `${shortList.name}: ${milliseconds(short)}; ${rows} rows, ${cases.length} ways to look; slowest: ${slowest[0]?.of} (${slowest[0]?.ms.toFixed(1)} ms)`
  const value = percentile([...took.values()].flat(), 0.99)
  return limited({ name: `list of ${name}, p99`, value, most: budgetMs, show: milliseconds, note })
}

/** After its connections were ended the server answers 503 until it has new ones. */
export async function untilAnswered(server: BenchServer, { path }: ListCase): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    if ((await get(server, path)).status === 200) return
    await wait(100)
  }
  throw new Error('the server does not answer again after 10 s')
}

/** How many plans of a list read a whole table, or far more than a page needs. */
export async function judgePlans(server: BenchServer, { name, cases }: ListKind): Promise<Measurement> {
  let faults = 0
  for (const each of cases) {
    await takePlans(server)
    await call(server, each)
    const plans = await takePlans(server)
    if (plans.length === 0) throw new Error(`PostgreSQL told no plan of ${name}: ${each.name}`)
    for (const { sql, root } of plans) {
      const found = faultsOf(root, large, mostRows)
      if (found.length === 0) continue
      faults += 1
      console.log(
        `  ${name}: ${each.name}: ${found.join(', ')}\n    ${sql.replaceAll(/\s+/g, ' ').slice(0, 400)}`,
      )
    }
  }
  return limited({
    name: `list of ${name}, plans that read a table`,
    value: faults,
    most: 0,
    show: String,
    note: `at most ${mostRows} rows a step`,
  })
}
