import { median } from './measurement.ts'

/**
 * Measures several things in turns, so that whatever else the machine does meets all of them alike. The first round
 * only warms up.
 */
export async function alternate<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
  summary: (values: readonly number[]) => number = median,
): Promise<Record<Name, number>> {
  // `Object.keys` forgets which names they are.
  const names = Object.keys(measures) as Name[]
  const found = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const value = await measures[name]()
      if (round > 0) found.get(name)?.push(value)
    }
  const summaries = names.map((name) => [name, summary(found.get(name) ?? [])] as const)
  return Object.fromEntries(summaries) as Record<Name, number>
}
