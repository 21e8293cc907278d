// Stands alone because list pages read it without loading zod.
/** The `key:value` pairs of a list's `filter` parameter; a value is empty where the colon is missing. */
export const readFilterPairs = (text: string): readonly (readonly [key: string, value: string])[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf(':')
      return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    })
