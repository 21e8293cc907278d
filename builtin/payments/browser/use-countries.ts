import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'

// Regions that are no countries, or placeholders.
const none = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every country by its name in a language, in that language's order. */
function listCountries(tag: string): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' })
  const codes = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  // A code that stands for another one is obsolete, such as UK and SU.
  const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
  return codes
    .flatMap((value) => {
      const label = none.has(value) || !isCurrent(value) ? undefined : names.of(value)
      return label === undefined ? [] : [{ value, label }]
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, tag))
}

/** Countries in the reader's language. */
export function useCountries() {
  const locale = useStore(useHost().locale)
  return useMemo(() => listCountries(locale === 'MD' ? 'zh-Hans' : locale.toLowerCase()), [locale])
}
