export interface EffectStats {
  readonly calls: number
  readonly faults: number
  readonly totalMs: number
  readonly maxMs: number
}

const none: EffectStats = { calls: 0, faults: 0, totalMs: 0, maxMs: 0 }

/** How often and how long each owner's effects ran: the plugin page's timings. */
export const createEffectStats = () => {
  const byOwner = new Map<string, EffectStats>()
  const of = (owner: string): EffectStats => byOwner.get(owner) ?? none
  return {
    of,
    ran: (owner: string, ms: number): void => {
      const { calls, faults, totalMs, maxMs } = of(owner)
      byOwner.set(owner, { calls: calls + 1, faults, totalMs: totalMs + ms, maxMs: Math.max(maxMs, ms) })
    },
    fault: (owner: string): void => {
      const stats = of(owner)
      byOwner.set(owner, { ...stats, faults: stats.faults + 1 })
    },
  }
}
