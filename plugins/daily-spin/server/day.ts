const DAY_MS = 86_400_000

/** The day of a moment, in UTC. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** When the next day begins, in UTC. */
export const nextDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS + 1) * DAY_MS)
