import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'

const units = ['kb', 'mb', 'gb'] as const

/** Bytes in a unit that keeps the number short. */
const scale = (bytes: number) => {
  let value = bytes / 1_024
  let at = 0
  while (value >= 1_024 && at < units.length - 1) {
    value /= 1_024
    at += 1
  }
  return { value: Math.round(value * 10) / 10, unit: units[at] ?? 'gb' }
}

/** Sizes and rates in the reader's language; the functions stay the same while the language does. */
export const useBytes = () => {
  const t = useT()
  const { number } = useFormat()
  return useMemo(() => {
    const bytes = (amount: number) => {
      const { value, unit } = scale(amount)
      return t(`units.${unit}`, { value: number(value) })
    }
    return { bytes, rate: (amount: number) => t('units.perSecond', { value: bytes(amount) }) }
  }, [t, number])
}
