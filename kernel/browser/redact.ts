const secret = /pass|secret|token|code|otp|key|authorization|cookie|cvc|card/i
const hidden = '•••'

/** A copy for the debug panel: what may be a secret by its name is not in it. */
export const redact = (value: unknown, depth = 0): unknown => {
  if (depth > 6) return '…'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      // A failure's code is what one looks for there, and no secret.
      key !== 'error_code' && secret.test(key) ? hidden : redact(item, depth + 1),
    ]),
  )
}
