import { median } from './measurement.ts'

/**
 * Measures two things in turns, so that whatever else the machine does meets both alike. The first round only
 * warms up.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number }> {
  const found = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const measured = { ours: await ours(), theirs: await theirs() }
    if (round === 0) continue
    found.ours.push(measured.ours)
    found.theirs.push(measured.theirs)
  }
  return { ours: median(found.ours), theirs: median(found.theirs) }
}
