import { readReport, reportFile, reportMonth } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import type { ReplyOf, ServicesOf } from '@spawnpoint/sdk/common'
import { csvLine } from '@spawnpoint/sdk/resource/server'
import { answer, Database, EndpointFailure, type Queries } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findSpan, findWealth, listFlows, sumBalances, type Flow } from './economy-queries.ts'
import { allowLongQuery, findReckoning } from './reckoning-queries.ts'
import { listLargestMovements, readSums } from './report-queries.ts'

type Report = ReplyOf<typeof readReport>
type Check = Report['checks']['days']

const sides = ['issued', 'removed', 'moved', 'transactions'] as const
const dayMs = 86_400_000

const sumOf = (flows: readonly Flow[]) => {
  const total = { issued: 0, removed: 0, moved: 0, transactions: 0 }
  for (const flow of flows) for (const side of sides) total[side] += flow[side]
  return total
}
const grown = (flows: readonly Flow[]) => {
  const { issued, removed } = sumOf(flows)
  return issued - removed
}

const byKind = (flows: readonly Flow[]) =>
  [...new Set(flows.map(({ kind }) => kind))]
    .map((kind) => ({ kind, ...sumOf(flows.filter((each) => each.kind === kind)) }))
    .toSorted(
      (a, b) =>
        b.issued + b.removed + b.moved - (a.issued + a.removed + a.moved) || (a.kind < b.kind ? -1 : 1),
    )

/** Mean of what users held at the end of each day. */
function averageSupply(from: string, to: string, flows: readonly Flow[], opening: number): number {
  let [supply, sum, days] = [opening, 0, 0]
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    supply += grown(flows.filter((each) => each.day === day))
    sum += supply
    days += 1
  }
  return days > 0 ? sum / days : 0
}

const passed = (isRight: boolean): Check => (isRight ? 'passed' : 'failed')

async function check(db: Queries, from: string, to: string, closing: number): Promise<Report['checks']> {
  const { entries, differing, recorded } = await readSums(db, from, to)
  const { at, total, frozen } = await findReckoning(db)
  return {
    balanced: passed(entries === 0),
    days: passed(differing === 0),
    supply: recorded === null ? 'unknown' : passed(recorded === closing),
    ledger: at === null ? 'unknown' : passed(total === 0 && frozen === 0),
  }
}

const uses = { db: Database, users: Users }

/** One snapshot: a transaction between two queries would leave the sums apart. */
const compile = ({ db, users }: ServicesOf<typeof uses>, month: string): Promise<Report> =>
  db.orm.transaction(
    async (tx) => {
      await allowLongQuery(tx)
      const { from, to, before, today } = await findSpan(tx, month)
      const flows = await listFlows(tx, before, today)
      const own = flows.filter(({ day }) => day >= from && day <= to)
      const opening = (await sumBalances(tx)) - grown(flows.filter(({ day }) => day >= from))
      const closing = opening + grown(own)
      const totals = sumOf(own)
      const average = averageSupply(from, to, own, opening)
      const largest = await listLargestMovements(tx, from, to)
      const people = await users.findMany(
        largest.flatMap(({ payer, receiver }) => [payer, receiver].filter((each) => each !== null)),
      )
      const nameOf = (id: string | null) => id && (people.find((each) => each.id === id)?.username ?? id)
      return {
        month,
        from,
        to,
        complete: to < today,
        opening,
        closing,
        totals,
        before: sumOf(flows.filter(({ day }) => day < from)),
        velocity: average > 0 ? (totals.removed + totals.moved) / average : null,
        inflation: opening > 0 ? closing / opening - 1 : null,
        kinds: byKind(own),
        wealth: await findWealth(tx, to, today),
        largest: largest.map(({ payer, receiver, ...each }) => ({
          ...each,
          from: nameOf(payer),
          to: nameOf(receiver),
        })),
        checks: await check(tx, from, to, closing),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

export const handleReadReport = answer(readReport, uses, ({ params: { month }, ...services }) =>
  compile(services, month),
)

const fileQuery = z.strictObject({ month: reportMonth })

/** Every line names its part of the report, what it is about, and one value. */
const linesOf = (report: Report) => [
  ...(['from', 'to', 'opening', 'closing', 'velocity', 'inflation'] as const).map((name) => [
    'month',
    name,
    report[name] ?? '',
  ]),
  ...sides.map((side) => ['total', side, report.totals[side]]),
  ...sides.map((side) => ['previous month', side, report.before[side]]),
  ...report.kinds.flatMap((each) => sides.map((side) => [`kind ${each.kind}`, side, each[side]])),
  ...Object.entries(report.wealth ?? {}).map(([name, value]) => ['distribution', name, value]),
  ...report.largest.map(({ at, kind, coins }) => [`largest ${at}`, kind, coins]),
  ...Object.entries(report.checks).map(([name, state]) => ['check', name, state]),
]

export const reportFileRoute = (services: ServicesOf<typeof uses>) => (app: FastifyInstance) => {
  const { path, permission } = reportFile
  app.get(path, { config: { access: { permission } } }, async (request, reply) => {
    const query = fileQuery.safeParse(request.query)
    if (!query.success) throw new EndpointFailure('VALIDATION', 400)
    const report = await compile(services, query.data.month)
    const lines = [['part', 'name', 'value'], ...linesOf(report)].map(csvLine)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="coins-report-${report.month}.csv"`)
      .header('cache-control', 'no-store')
      .send(lines.join(''))
  })
}
