import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'

/** Formats what only the economy page shows. */
export function useEconomyFormat() {
  const locale = useStore(useHost().locale)
  return useMemo(() => {
    const tag = locale === 'MD' ? 'zh-Hans' : locale.toLowerCase()
    const decimal = new Intl.NumberFormat(tag, { maximumFractionDigits: 2, minimumFractionDigits: 2 })
    const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return {
      tag,
      decimal: (value: number) => decimal.format(value),
      /** A month such as `2026-10`. */
      month: (value: string) => month.format(new Date(`${value}-01`)),
    }
  }, [locale])
}
