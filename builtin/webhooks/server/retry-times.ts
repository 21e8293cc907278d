const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses after each failed attempt: eight attempts within 27 hours and a half. */
const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/** Milliseconds until the next attempt, or null when this was the last one. */
export const pauseAfter = (attempts: number): number | null => pauses[attempts - 1] ?? null

/** While a webhook fails, one message tries and the others wait this long. */
export const FAILING_PAUSE_MS = MINUTE

/** A message that tries is given up for lost after this, and another one may try. */
export const CLAIM_MS = 30 * SECOND

/** A webhook whose every attempt has failed for a day is paused. */
export const PAUSE_AFTER_MS = 24 * HOUR
