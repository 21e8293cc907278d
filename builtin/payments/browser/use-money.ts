import type { Money } from '@spawnpoint/contracts/payments'
import { exponentOf } from '@spawnpoint/contracts/payments/schemas'
import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'

/** Says an amount of minor units in the reader's language. */
export function useMoney(): (money: Money) => string {
  const locale = useStore(useHost().locale)
  return useMemo(() => {
    const tag = locale === 'MD' ? 'zh-Hans' : locale.toLowerCase()
    return ({ amount, currency }) =>
      new Intl.NumberFormat(tag, { style: 'currency', currency }).format(amount / 10 ** exponentOf(currency))
  }, [locale])
}
