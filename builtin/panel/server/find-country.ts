const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

interface Country {
  readonly code: string
  readonly name: string
}

function listCountries(): readonly Country[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const codes = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  // A code that is no longer in use has the name of its successor.
  const current = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  return current
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .filter(({ code, name }) => name !== code)
}

let countries: readonly Country[] | null = null

/** ISO 3166-1 alpha-2 code of the country whose English name ends a text; null where it names none. */
export const findCountry = (text: string | null): string | null => {
  if (!text) return null
  countries ??= listCountries()
  return countries.find(({ name }) => text.endsWith(name))?.code ?? null
}
