import { economyFile, economyPeriod, readEconomy } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { csvLine } from '@spawnpoint/sdk/resource/server'
import { answer, Database, defineJob, EndpointFailure } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  findSpan,
  findWealth,
  listFlows,
  listLargest,
  listMonths,
  sumBalances,
  type Flow,
} from './economy-queries.ts'
import { allowLongQuery } from './reckoning-queries.ts'

const sum = (flows: readonly Flow[], side: 'issued' | 'removed' | 'moved' | 'transactions') =>
  flows.reduce((total, each) => total + each[side], 0)
const grown = (flows: readonly Flow[]) => sum(flows, 'issued') - sum(flows, 'removed')

const daysOf = (from: string, to: string): readonly string[] => {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

const byDay = (from: string, to: string, flows: readonly Flow[], opening: number) => {
  let supply = opening
  return daysOf(from, to).map((day) => {
    const own = flows.filter((each) => each.day === day)
    supply += grown(own)
    return { day, issued: sum(own, 'issued'), removed: sum(own, 'removed'), moved: sum(own, 'moved'), supply }
  })
}

const byKind = (flows: readonly Flow[], before: readonly Flow[]) => {
  const kinds = [...new Set([...flows, ...before].map(({ kind }) => kind))]
  const size = (kind: { issued: number; removed: number; moved: number }) =>
    kind.issued + kind.removed + kind.moved
  return kinds
    .map((kind) => {
      const own = flows.filter((each) => each.kind === kind)
      const earlier = before.filter((each) => each.kind === kind)
      return {
        kind,
        issued: sum(own, 'issued'),
        removed: sum(own, 'removed'),
        moved: sum(own, 'moved'),
        transactions: sum(own, 'transactions'),
        issuedBefore: sum(earlier, 'issued'),
        removedBefore: sum(earlier, 'removed'),
      }
    })
    .toSorted((one, other) => size(other) - size(one) || one.kind.localeCompare(other.kind))
}

export const handleReadEconomy = answer(
  readEconomy,
  { db: Database, users: Users },
  async ({ query, db, users }) => {
    // One snapshot: a transaction between two queries would leave the supply and its changes apart.
    const read = await db.orm.transaction(
      async (tx) => {
        const { from, to, before, today } = await findSpan(tx, query.period)
        return {
          from,
          to,
          flows: await listFlows(tx, before, today),
          supply: await sumBalances(tx),
          wealth: await findWealth(tx, to, today),
          largest: await listLargest(tx),
          months: await listMonths(tx),
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    const { from, to } = read
    const within = read.flows.filter(({ day }) => day >= from && day <= to)
    const opening = read.supply - grown(read.flows.filter(({ day }) => day >= from))
    const names = new Map(
      (await users.findMany(read.largest.map(({ user }) => user))).map(({ id, username }) => [id, username]),
    )
    return {
      from,
      to,
      opening,
      days: byDay(from, to, within, opening),
      kinds: byKind(
        within,
        read.flows.filter(({ day }) => day < from),
      ),
      wealth: read.wealth,
      largest: read.largest.map((each) => ({ ...each, username: names.get(each.user) ?? each.user })),
      months: [...read.months],
    }
  },
)

const columns = ['day', 'kind', 'issued', 'removed', 'moved', 'transactions'] as const
const fileQuery = z.strictObject({ period: economyPeriod.default('30') })

export const economyFileRoute =
  ({ db }: ServicesOf<{ db: typeof Database }>) =>
  (app: FastifyInstance) => {
    const { path, permission } = economyFile
    app.get(path, { config: { access: { permission } } }, async (request, reply) => {
      const query = fileQuery.safeParse(request.query)
      if (!query.success) throw new EndpointFailure('VALIDATION', 400)
      const { from, to } = await findSpan(db.orm, query.data.period)
      const flows = await listFlows(db.orm, from, to)
      const lines = [csvLine(columns), ...flows.map((each) => csvLine(columns.map((column) => each[column])))]
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="coins-${from}-${to}.csv"`)
        .header('cache-control', 'no-store')
        .send(lines.join(''))
    })
  }

/** After midnight UTC, when no transaction of the day before is open any more. */
const everyNight = { payload: z.object({}), schedule: '47 0 * * *', timeoutMs: 1_200_000 }
export const economyJob = defineJob('economy', everyNight, { db: Database }, ({ db }) =>
  db.orm.transaction(async (tx) => {
    await allowLongQuery(tx)
    await tx.execute(sql`select coins.settle_flows()`)
  }),
)
