import type { Transaction, UsageCheck } from '@spawnpoint/sdk/common'

/** The plugins that may use rows of a resource. */
export interface UsageChecks {
  /** Adds a check; returns its undo. */
  add(check: UsageCheck): () => void
  /** Counts of uses of the row by plugin id, without zeros. */
  of(tx: Transaction, id: string): Promise<Readonly<Record<string, number>>>
}

/** Creates the list of checks that run before a row is deleted. */
export function createUsageChecks(): UsageChecks {
  const checks = new Set<UsageCheck>()
  return {
    add(check) {
      // An own function each time: the same check added twice is undone once at a time.
      const own: UsageCheck = (tx, id) => check(tx, id)
      checks.add(own)
      return () => void checks.delete(own)
    },
    async of(tx, id) {
      const found: Record<string, number> = {}
      // One after the other: a transaction is one connection.
      for (const check of checks)
        for (const [plugin, count] of Object.entries(await check(tx, id)))
          if (count > 0) found[plugin] = (found[plugin] ?? 0) + count
      return found
    },
  }
}
