import { listKinds } from './list-cases.ts'
import { judgePlans, timeList, untilAnswered } from './list-measurements.ts'
import { countPeople, fillLists } from './list-rows.ts'
import type { Measurement, Part } from './measurement.ts'
import { explainAll } from './query-plans.ts'
import { startBenchServer } from './start-bench-server.ts'

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: 1 })
  try {
    await fillLists(server)
    await countPeople(server)
    const kinds = await listKinds(server)
    const measured: Measurement[] = []
    for (const kind of kinds) measured.push(await timeList(server, kind))
    await explainAll(server)
    const [first] = kinds.flatMap(({ cases }) => cases)
    if (first) await untilAnswered(server, first)
    for (const kind of kinds) measured.push(await judgePlans(server, kind))
    return measured
  } finally {
    await server.stop()
  }
}

/** The lists of staff over a million rows each, at any depth, with search and filter. */
export const lists: Part = { name: 'lists', run: measure }
