/** The kernel's own effects: always on, never swallowed. */
export const coreOwner = 'core'

/** Tracks which plugins may currently run. */
export const createStanding = (now: () => number) => {
  const known = new Set<string>()
  const on = new Set<string>()
  const quarantined = new Set<string>()
  const isolated = new Map<string, Map<string, number>>()

  const isIsolated = (owner: string, effect: string): boolean => {
    const until = isolated.get(owner)?.get(effect)
    if (until === undefined) return false
    if (now() < until) return true
    isolated.get(owner)?.delete(effect)
    return false
  }
  const isActive = (owner: string): boolean =>
    owner === coreOwner || (on.has(owner) && !quarantined.has(owner))

  return {
    isActive,
    isQuarantined: (owner: string): boolean => quarantined.has(owner),
    isOpen: (owner: string, effect: string): boolean => isActive(owner) && !isIsolated(owner, effect),
    /** True the first time an owner is met that nobody switched on or off: most likely an oversight. */
    isStranger: (owner: string): boolean => {
      if (known.has(owner)) return false
      known.add(owner)
      return true
    },
    setActive: (owner: string, active: boolean): void => {
      known.add(owner)
      if (active) on.add(owner)
      else on.delete(owner)
    },
    quarantine: (owner: string): void => {
      quarantined.add(owner)
    },
    isolate: (owner: string, effect: string, until: number): void => {
      const effects = isolated.get(owner) ?? new Map<string, number>()
      isolated.set(owner, effects.set(effect, until))
    },
    release: (owner: string): void => {
      quarantined.delete(owner)
      isolated.delete(owner)
    },
  }
}
