const LONGEST = 300

const record = (value: unknown): Readonly<Record<string, unknown>> | null =>
  value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null

/** Control and direction characters could make one value read as another. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')

function show(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = plain(typeof value === 'string' ? value : JSON.stringify(value))
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

export interface FieldChange {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** Before and after by field; values that are no fields stand under an empty name. */
export function describeValues(before: unknown, after: unknown): FieldChange[] {
  const [one, other] = [record(before), record(after)]
  const isPlain = (value: unknown, fields: unknown) =>
    value !== null && value !== undefined && fields === null
  if (isPlain(before, one) || isPlain(after, other))
    return [{ name: '', before: show(before), after: show(after) }]
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])]
  return names.map((name) => ({ name: plain(name), before: show(one?.[name]), after: show(other?.[name]) }))
}
