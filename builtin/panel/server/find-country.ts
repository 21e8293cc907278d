const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** Two letters of the country that a text ends with by its English name; null where it names none. */
export const findCountry = (text: string | null): string | null => {
  if (!text) return null
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  // A code that is no longer in use has the name of its successor.
  const current = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  return current.find((code) => names.of(code) !== code && text.endsWith(names.of(code) ?? code)) ?? null
}
