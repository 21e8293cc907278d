import { readCoinFigures } from '@spawnpoint/contracts/coins'
import { answer, Clock, Database } from '@spawnpoint/sdk/server'
import { listFlows, sumBalances } from './economy-queries.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** The days of the economy page, so that both show the same sums. */
export const handleReadCoinFigures = answer(
  readCoinFigures,
  { db: Database, clock: Clock },
  async ({ db, clock }) => {
    const now = clock.now().getTime()
    const days = Array.from({ length: 2 * DAYS }, (_, at) =>
      new Date(now - (2 * DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
    )
    const [circulating, flows] = await Promise.all([
      sumBalances(db.orm),
      listFlows(db.orm, days[0] ?? '', days.at(-1) ?? ''),
    ])
    const sums = (side: 'issued' | 'removed') =>
      days.map((day) => flows.reduce((sum, flow) => (flow.day === day ? sum + flow[side] : sum), 0))
    const total = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0)
    const [issued, removed] = [sums('issued'), sums('removed')]
    return {
      circulating,
      issued: issued.slice(DAYS),
      removed: removed.slice(DAYS),
      issuedBefore: total(issued.slice(0, DAYS)),
      removedBefore: total(removed.slice(0, DAYS)),
    }
  },
)
