import type { ConsoleEvents } from '@spawnpoint/contracts/panel'

type Stats = ConsoleEvents['snapshot']['stats']

/** Series for charts: seconds, and a value for each. */
export interface Usage {
  readonly x: readonly number[]
  readonly cpu: readonly number[]
  readonly memory: readonly number[]
  readonly disk: readonly number[]
  /** Bytes a second; a gap where the game was started anew. */
  readonly received: readonly (number | null)[]
  readonly sent: readonly (number | null)[]
}

/** The growth between two reports, a second. */
const rates = (stats: Stats, of: (each: Stats[number]) => number): (number | null)[] =>
  stats.map((each, index) => {
    const before = stats[index - 1]
    if (!before) return null
    const [bytes, seconds] = [of(each) - of(before), (each.at - before.at) / 1_000]
    return bytes < 0 || seconds <= 0 ? null : bytes / seconds
  })

export const readUsage = (stats: Stats): Usage => ({
  x: stats.map(({ at }) => at / 1_000),
  cpu: stats.map(({ cpu }) => cpu),
  memory: stats.map(({ memory }) => memory),
  disk: stats.map(({ disk }) => disk),
  received: rates(stats, ({ received }) => received),
  sent: rates(stats, ({ sent }) => sent),
})
