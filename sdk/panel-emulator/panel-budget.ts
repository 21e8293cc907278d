const windowMs = 60_000

/** Counts calls in fixed windows of a minute, as the panel's throttle does. */
export const createBudget = (limit: number) => {
  let startedAt = Number.NEGATIVE_INFINITY
  let used = 0
  return (now: number) => {
    if (now - startedAt >= windowMs) {
      startedAt = now
      used = 0
    }
    const allowed = used < limit
    if (allowed) used += 1
    const seconds = Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000))
    const headers: Record<string, string> = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(limit - used),
    }
    if (!allowed) {
      headers['Retry-After'] = String(seconds)
      headers['X-RateLimit-Reset'] = String(Math.ceil(now / 1000) + seconds)
    }
    return { allowed, headers }
  }
}
