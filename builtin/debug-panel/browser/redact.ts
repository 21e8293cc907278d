const secret = /pass|secret|token|session|otp|pin\b|api_?key|private|authorization|cookie|cvc|card/i
const HIDDEN = '•••'
const DEEPEST = 8

/** A copy without what by its name may be a secret: it is shown, copied, and sent to support. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isSecret(key) ? HIDDEN : redact(inner, depth + 1)]),
  )
}

export const isSecret = (name: string): boolean => secret.test(name)

/** The value of a storage entry: JSON is looked into, text under a secret's name is hidden. */
export function redactEntry(key: string, value: string): unknown {
  if (isSecret(key)) return HIDDEN
  try {
    return redact(JSON.parse(value))
  } catch {
    // Plain text is a value too.
    return value
  }
}

export const asJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'null'
