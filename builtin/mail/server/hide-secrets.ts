const link = /\b([a-z][a-z0-9+.-]*:\/\/[^\s/?#]+)[^\s<>"]*/gi
const digits = /(?<![\w.:-])(?:\d{5,}|\d{3}[ -]\d{3,4})(?![\w:-])/g
// Characters and digits mixed, as no word is: tokens, recovery codes, keys.
const token = /(?<![\w@.])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{8,}/gi

const HIDDEN = '•••'

/**
 * An email's text for somebody else than its reader. Links keep their host alone; codes and tokens go, but for what is
 * `known` of the reader anyway, such as a user name with a number in it.
 */
export const hideSecrets = (text: string, known: readonly string[]): string => {
  const unlessKnown = (found: string) => (known.some((word) => word.includes(found)) ? found : HIDDEN)
  return text.replace(link, `$1/${HIDDEN}`).replace(digits, unlessKnown).replace(token, unlessKnown)
}
