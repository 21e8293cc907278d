/** The `code` of a system or PostgreSQL error, wherever a driver or Drizzle has wrapped it. */
export const findErrorCode = (error: unknown): string | null => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return null
}

const unavailable =
  /^(57P0[1-5]|08\w{3}|53300|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
const brokenConnection = /Connection terminated|timeout exceeded when trying to connect|not queryable/

/** True when the database itself is away for the moment, so that trying again later is the right answer. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const code = findErrorCode(error)
  if (code !== null) return unavailable.test(code)
  return (
    error instanceof Error && (brokenConnection.test(error.message) || isDatabaseUnavailable(error.cause))
  )
}

/** True when a write was refused because the disk (or the operator's limit) is full. */
export const isStorageFull = (error: unknown): boolean => {
  const code = findErrorCode(error)
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT'
}
