/** The useful parts of a PostgreSQL error. */
interface DatabaseFailure {
  readonly code: string
  readonly detail: string
}

const textAt = (value: object, key: string): string => {
  const text: unknown = Reflect.get(value, key)
  return typeof text === 'string' ? text : ''
}

/** The driver's error inside of what Drizzle threw; null when it is none. */
export function readDatabaseFailure(error: unknown): DatabaseFailure | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = textAt(at, 'code')
    if (/^[0-9A-Z]{5}$/.test(code)) return { code, detail: textAt(at, 'detail') }
  }
  return null
}

/** A value in a cursor that the column's type cannot read (class 22, "data exception"). */
export const isUnreadableValue = (failure: DatabaseFailure | null): boolean =>
  failure?.code.startsWith('22') ?? false
