import type { DeprecatedUse } from '@spawnpoint/sdk/common'

/** A deprecated use, and how often. */
export interface CountedUse extends DeprecatedUse {
  readonly uses: number
}

/** As many as one report may tell of; what comes above is as good as this. */
export const MOST_USES = 10_000

/** Counts deprecated uses by plugin and name until somebody takes them; `most` names, whoever invents more. */
export const createUseTally = (most: number) => {
  const counted = new Map<string, CountedUse>()
  return {
    add: (use: DeprecatedUse, uses = 1): void => {
      const key = `${use.plugin} ${use.name}`
      const known = counted.get(key)
      if (!known && counted.size >= most) return
      counted.set(key, { ...use, uses: Math.min(MOST_USES, (known?.uses ?? 0) + uses) })
    },
    /** What was counted since the last time. */
    take: (): readonly CountedUse[] => {
      const taken = [...counted.values()]
      counted.clear()
      return taken
    },
  }
}

export type UseTally = ReturnType<typeof createUseTally>
