const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** ISO 3166-1 alpha-2 code of the country whose English name ends a text; null where it names none. */
export const findCountry = (text: string | null): string | null => {
  if (!text) return null
  const codes = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  // A code that is no longer in use has the name of its successor.
  const current = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  return current.find((code) => names.of(code) !== code && text.endsWith(names.of(code) ?? code)) ?? null
}
