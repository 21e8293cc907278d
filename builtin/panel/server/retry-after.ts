const fallbackMs = 60_000
const longestMs = 3_600_000

/** `Retry-After` in seconds or as a date; null when the header is missing or makes no sense. */
export const readRetryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null
  const value = header.trim()
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? null : Math.min(longestMs, Math.max(0, ms))
}

export const retryAfterOrMinute = (header: string | null, now: number) =>
  readRetryAfter(header, now) ?? fallbackMs
