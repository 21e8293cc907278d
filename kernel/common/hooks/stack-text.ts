const LONGEST = 4_096

const ownText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : String(error)

/** The stack of an error and of what it was caused by, cut to 4 kB. */
export function stackText(error: unknown): string {
  const parts: string[] = []
  const seen = new Set<unknown>()
  let each: unknown = error
  while (each !== undefined && !seen.has(each)) {
    seen.add(each)
    parts.push(ownText(each))
    each = each instanceof Error ? each.cause : undefined
  }
  return parts.join('\nCaused by: ').slice(0, LONGEST)
}
